/** Shards that a search may have to go through without a map. */
const MAX_SHARDS_WITHOUT = 12;
/** Shards that may be outside of it: the newest, which changes with every post, and two others. */
const MAX_OUTSIDE = 3;
/** It's made again after this time at the earliest, and takes a tenth of a core at most. */
const MIN_REST_MS = 30_000;
const REST_TIMES = 10;

/** Which shards are in the word map, and when it must be made again. */
export class MapState {
  /** Empty without a map. */
  folder = '';
  #numbers = new Map<string, number>();
  #restUntil = 0;

  /** Starts over with the map that `index.json` names. */
  reset(folder = '', shards: readonly { folder: string; inMap?: number | undefined }[] = []): void {
    const numbered = shards.flatMap(({ folder, inMap }) =>
      inMap === undefined ? [] : [[folder, inMap] as const],
    );
    this.folder = folder;
    this.#numbers = new Map(folder === '' ? [] : numbered);
    this.#restUntil = 0;
  }

  /** The number of a shard in the map, or `undefined` if it isn't there. */
  numberOf(shard: string): number | undefined {
    return this.#numbers.get(shard);
  }

  /** Whether the map should be made for these shards now. Times are in epoch milliseconds. */
  isDue(shards: readonly { folder: string }[], now: number): boolean {
    if (shards.length <= MAX_SHARDS_WITHOUT || now < this.#restUntil) return false;
    return shards.filter(({ folder }) => !this.#numbers.has(folder)).length > MAX_OUTSIDE;
  }

  /** Takes a new map of these shards, which took `ms` to make. */
  set(folder: string, shards: readonly string[], { now, ms }: { now: number; ms: number }): void {
    this.folder = folder;
    this.#numbers = new Map(shards.map((shard, number) => [shard, number]));
    this.#restUntil = now + Math.max(MIN_REST_MS, REST_TIMES * ms);
  }
}
