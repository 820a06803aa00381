import type { IndexFile } from '../contract/search.ts';

/** Maximum number of shards to search without a map. */
const MAX_SHARDS_WITHOUT = 12;
/**
 * Maximum number of shards outside the map: the newest, which changes with every post, and two
 * others.
 */
const MAX_OUTSIDE = 3;
/**
 * Maximum number of words added since the map was built, per shard and in total. `index.json` lists
 * them.
 */
const MAX_ADDED = 100;
const MAX_ADDED_TOTAL = 2_000;
/** Minimum time between two maps. Also, building them takes at most a tenth of a core. */
const MIN_REST_MS = 30_000;
const REST_TIMES = 10;

/** The entry of a shard in `index.json` about its place in the word map. Empty if it has none. */
export type MapEntry = Pick<IndexFile['shards'][number], 'inMap' | 'added'>;

/** Tracks which shards are in the word map, and when it must be rebuilt. */
export class MapState {
  /** Empty if there is no map. */
  folder = '';
  #entries = new Map<string, MapEntry>();
  #restUntil = 0;

  /** Starts over with the map that `index.json` names. */
  reset(folder = '', shards: IndexFile['shards'] = []): void {
    const inMap = folder === '' ? [] : shards.filter((shard) => shard.inMap !== undefined);
    this.folder = folder;
    this.#entries = new Map(inMap.map((shard) => [shard.folder, entryOf(shard)]));
    this.#restUntil = 0;
  }

  entryOf(shard: string): MapEntry {
    return this.#entries.get(shard) ?? {};
  }

  /**
   * Gives a rebuilt shard the place of its predecessor. `added` has the words that only the new one
   * has. If there are too many, the shard leaves the map.
   */
  replace(former: string, folder: string, added: readonly string[]): void {
    const entry = this.#entries.get(former);
    if (entry === undefined || former === folder) return;
    this.#entries.delete(former);
    const words = [...new Set([...(entry.added ?? []), ...added])];
    if (words.length > MAX_ADDED) return;
    this.#entries.set(folder, entryOf({ ...entry, added: words }));
  }

  /**
   * Returns whether the map should be built for these shards now. Times are in epoch milliseconds.
   */
  isDue(shards: readonly { folder: string }[], now: number): boolean {
    if (shards.length <= MAX_SHARDS_WITHOUT || now < this.#restUntil) return false;
    const entries = shards.map(({ folder }) => this.#entries.get(folder));
    const outside = entries.filter((entry) => entry === undefined).length;
    const added = entries.reduce((sum, entry) => sum + (entry?.added?.length ?? 0), 0);
    return outside > MAX_OUTSIDE || added > MAX_ADDED_TOTAL;
  }

  /** Sets a new map of these shards, which took `ms` to build. */
  set(folder: string, shards: readonly string[], { now, ms }: { now: number; ms: number }): void {
    this.folder = folder;
    this.#entries = new Map(shards.map((shard, inMap) => [shard, { inMap }]));
    this.#restUntil = now + Math.max(MIN_REST_MS, REST_TIMES * ms);
  }
}

function entryOf({ inMap, added = [] }: MapEntry): MapEntry {
  return { ...(inMap !== undefined && { inMap }), ...(added.length > 0 && { added }) };
}
