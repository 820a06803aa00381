import type { PostState } from '../../db/queries/search.ts';
import type { SearchEntry } from '../contract/search.ts';
import { type ChangedEntry, compareKeys, type IndexFile, type Key } from '../contract/search.ts';
import type { ShardMark } from './shard.ts';

/** Every page with a search loads them: beyond that, who can should ask the API instead. */
const MAX_CHARACTERS = 400_000;

type IndexedPost = ShardMark['posts'][number];

interface Change {
  key: Key;
  /** null: the post is gone. */
  version: number | null;
  category?: string;
  entry?: ChangedEntry;
  characters: number;
  since: Date;
}

/** What has changed since the shards were made, by post. */
export class Changes {
  readonly #byPost = new Map<string, Change>();

  get size(): number {
    return this.#byPost.size;
  }

  *keys(): Iterable<Key> {
    for (const { key } of this.#byPost.values()) yield key;
  }

  clear(): void {
    this.#byPost.clear();
  }

  /**
   * Notes every post whose state differs from what is indexed, but for what is known of it already. Gives
   * the ids of those that are new or edited: their entries are still to be added.
   */
  compare(states: readonly PostState[], indexed: readonly IndexedPost[], now: Date): string[] {
    const left = new Map(indexed.map((post) => [post[0], post]));
    const isThere = new Set(states.map(({ id }) => id));
    for (const id of this.#byPost.keys()) {
      if (!isThere.has(id) && !left.has(id)) this.#byPost.delete(id);
    }
    const changed: string[] = [];
    for (const { id, seq, at, version } of states) {
      const before = this.#byPost.get(id);
      const isKnown = before !== undefined && before.version !== null && before.version >= version;
      if (left.get(id)?.[2] !== version && !isKnown) {
        const since = before?.since ?? now;
        this.#byPost.set(id, { key: [at, seq], version, characters: 0, since });
        changed.push(id);
      }
      left.delete(id);
    }
    for (const [id, post] of left) this.remove(id, post, now);
    return changed;
  }

  add({ id, seq, at, version, category, words, card }: SearchEntry, now: Date): void {
    const before = this.#byPost.get(id);
    this.#byPost.set(id, {
      key: [at, seq],
      version,
      category,
      entry: { words, card },
      characters: words.length + JSON.stringify(card).length,
      since: before?.since ?? now,
    });
  }

  /** Notes that a post is gone. Gives its key, or undefined when it was in no index and no change. */
  remove(id: string, indexed: IndexedPost | undefined, now: Date): Key | undefined {
    const before = this.#byPost.get(id);
    const key: Key | undefined = indexed ? [indexed[3], indexed[1]] : before?.key;
    if (key)
      this.#byPost.set(id, { key, version: null, characters: 0, since: before?.since ?? now });
    return key;
  }

  /** Notes that an indexed post is not any more as it is indexed, without knowing how it is. */
  hide(id: string, key: Key, now: Date): void {
    const since = this.#byPost.get(id)?.since ?? now;
    this.#byPost.set(id, { key, version: 0, characters: 0, since });
  }

  /** Forgets what these posts, now all that is indexed of a range, show. Gives the longest wait. */
  settle(
    indexed: readonly IndexedPost[],
    { from, to }: { from: Key; to: Key | undefined },
    now: Date,
  ): number {
    const versions = new Map(indexed.map(([id, , version]) => [id, version]));
    let longest = 0;
    for (const [id, { key, version, since }] of this.#byPost) {
      if (compareKeys(key, from) < 0 || (to && compareKeys(key, to) >= 0)) continue;
      const shown = versions.get(id);
      const isShown = version === null ? shown === undefined : (shown ?? 0) >= version;
      if (!isShown) continue;
      longest = Math.max(longest, now.getTime() - since.getTime());
      this.#byPost.delete(id);
    }
    return longest;
  }

  /** Every change can be told to whoever searches. */
  get isWhole(): boolean {
    let characters = 0;
    for (const change of this.#byPost.values()) {
      if (change.version !== null && !change.entry) return false;
      characters += change.characters;
    }
    return characters <= MAX_CHARACTERS;
  }

  /**
   * The part of `index.json` that tells them. When there are too many, or something is not known of one,
   * only which of the indexed posts are not any more as they are indexed.
   */
  file(indexed: readonly IndexedPost[]): Pick<IndexFile, 'changed' | 'behind'> {
    if (this.isWhole) {
      const changed = Array.from(this.#byPost.values(), ({ key, entry }) => ({
        key,
        ...(entry && { entry }),
      }));
      return { changed, behind: false };
    }
    const outdated = indexed.filter(([id]) => this.#byPost.has(id));
    return { changed: outdated.map(([, seq, , at]) => ({ key: [at, seq] })), behind: true };
  }

  /** These categories and those of changed posts. */
  categories(indexed: readonly string[]): string[] {
    const changed = Array.from(this.#byPost.values(), ({ category }) => category ?? []);
    return [...new Set([...indexed, ...changed.flat()])].sort();
  }
}
