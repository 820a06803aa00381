/** A post in a shard. `version` shows if the post is up to date, and `shown` if its card is. */
export type IndexedPost = [id: string, seq: number, version: number, at: number, shown: number];

const NUMBERS_PER_POST = 4;

/**
 * The posts of one shard, stored as columns. All shards are in memory; one array per post would
 * take twice as much.
 */
export class PostTable {
  /** Oldest first. */
  readonly ids: readonly string[];
  readonly #numbers: Float64Array;

  constructor(posts: readonly IndexedPost[]) {
    this.ids = posts.map(([id]) => id);
    this.#numbers = new Float64Array(posts.flatMap(([, ...numbers]) => numbers));
  }

  find(id: string): IndexedPost | undefined {
    const row = this.ids.indexOf(id);
    if (row === -1) return undefined;
    const [seq = 0, version = 0, at = 0, shown = 0] = this.#numbers.subarray(
      row * NUMBERS_PER_POST,
    );
    return [id, seq, version, at, shown];
  }
}
