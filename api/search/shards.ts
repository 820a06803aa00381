import { crc32 } from 'node:zlib';
import type { PostKey, PostRange, PostState } from '../../db/queries/search.ts';
import { compareKeys, type IndexFile, type Key, type SearchEntry } from '../contract/search.ts';
import type { MapEntry } from './map-state.ts';
import { type IndexedPost, PostTable } from './post-table.ts';

/** Posts per shard. With more, a rebuild is slow; with fewer, a search reads many shards. */
export const SHARD_SIZE = 500;
/**
 * Shards other than the newest grow only when old posts are imported. Above this size, they're
 * split.
 */
const MAX_SHARD_SIZE = 750;

/** Before every post. */
export const FIRST_KEY: Key = [-8.64e15, 0];

/** Returns a checksum of a post's data in results: a label can change without a new version. */
export function shownOf({ card, tags }: Pick<SearchEntry, 'card' | 'tags'>): number {
  return crc32(JSON.stringify([card, tags]));
}

/** Contents of `shard.json` in the folder of a shard; only for the indexer. */
export interface ShardManifest {
  /** Oldest first. */
  posts: IndexedPost[];
  categories: string[];
  /** Ids of those that are pages. Absent in shards of earlier releases, which have none. */
  pages?: string[];
  /** Size of each file. After a power failure, it shows which shards are complete. */
  files: Record<string, number>;
}

/** A shard on disk. */
export interface BuiltShard {
  folder: string;
  posts: PostTable;
  categories: string[];
  pages: string[];
}

export function toBuiltShard(folder: string, manifest: ShardManifest): BuiltShard {
  const { posts, categories, pages = [] } = manifest;
  return { folder, posts: new PostTable(posts), categories, pages };
}

/** A range of posts, with its folder once it's built. */
export interface Shard {
  from: Key;
  built: BuiltShard | null;
}

const postKey = ([at, seq]: Key): PostKey => ({ at, seq });

/** The shards in order, oldest posts first, and which of them must be rebuilt. */
export class ShardList {
  #shards: Shard[] = [];
  readonly #dirty = new Set<Shard>();
  /** Maps each post to the table of its shard: a publish looks up one of a hundred thousand. */
  readonly #tables = new Map<string, PostTable>();

  /** Starts over with these shards. Those that aren't built are dirty. */
  reset(shards: Shard[]): void {
    this.#shards = shards.length > 0 ? shards : [{ from: FIRST_KEY, built: null }];
    this.#dirty.clear();
    this.#tables.clear();
    for (const shard of this.#shards) this.#add(shard);
  }

  #add(shard: Shard): void {
    if (shard.built === null) this.#dirty.add(shard);
    else for (const id of shard.built.posts.ids) this.#tables.set(id, shard.built.posts);
  }

  get dirtyCount(): number {
    return this.#dirty.size;
  }

  built(): (BuiltShard & { from: Key })[] {
    return this.#shards.flatMap(({ from, built }) => (built ? [{ from, ...built }] : []));
  }

  /**
   * Returns the shards for `index.json`. `entryOf` returns the place of a shard in the word map.
   */
  serialize(entryOf: (folder: string) => MapEntry): IndexFile['shards'] {
    return this.built().map(({ folder, from, posts }) => ({
      folder,
      from,
      posts: posts.ids.length,
      ...entryOf(folder),
    }));
  }

  get postCount(): number {
    return this.#tables.size;
  }

  postIds(): Iterable<string> {
    return this.#tables.keys();
  }

  findPost(id: string): IndexedPost | undefined {
    return this.#tables.get(id)?.find(id);
  }

  markDirty(key: Key): void {
    if (this.#shards.length === 0) this.reset([]);
    const shard = this.#shards.findLast(({ from }) => compareKeys(from, key) <= 0);
    if (shard) this.#dirty.add(shard);
  }

  /** Removes and returns the newest dirty shard, or `undefined`. */
  takeDirty(): Shard | undefined {
    const shard = this.#shards.findLast((each) => this.#dirty.has(each));
    if (shard) this.#dirty.delete(shard);
    else this.#dirty.clear();
    return shard;
  }

  /** Puts back a shard that couldn't be rebuilt. Returns false if others have replaced it. */
  putBack(shard: Shard): boolean {
    if (!this.#shards.includes(shard)) return false;
    this.#dirty.add(shard);
    return true;
  }

  /** Returns the range of a shard, up to the next one. */
  rangeOf(shard: Shard): PostRange {
    const next = this.#shards[this.#shards.indexOf(shard) + 1];
    return { from: postKey(shard.from), to: next && postKey(next.from) };
  }

  /**
   * Returns the shards that should replace this one, which now has these posts (oldest first), each
   * with its range. The newest shard is filled before another one starts; others are split evenly.
   */
  split(shard: Shard, states: readonly PostState[]): (Shard & { range: PostRange })[] {
    if (states.length === 0) return [];
    const isNewest = shard === this.#shards.at(-1);
    const fits = states.length <= (isNewest ? SHARD_SIZE : MAX_SHARD_SIZE);
    const count = fits ? 1 : Math.ceil(states.length / SHARD_SIZE);
    const size = isNewest ? SHARD_SIZE : Math.ceil(states.length / count);
    const starts = states.filter((_, index) => !fits && index > 0 && index % size === 0);
    const from = [shard.from, ...starts.map(({ at, seq }): Key => [at, seq])];
    const { to: end } = this.rangeOf(shard);
    return from.map((key, index) => {
      const next = from[index + 1];
      const range = { from: postKey(key), to: next ? postKey(next) : end };
      return { from: key, built: null, range };
    });
  }

  /**
   * Replaces a shard by others. Those that aren't built are dirty. Returns whether the old one
   * became dirty again since it was taken.
   */
  replace(old: Shard, shards: readonly Shard[]): boolean {
    const position = this.#shards.indexOf(old);
    this.#shards.splice(position, 1, ...shards);
    const [first] = this.#shards;
    if (first && position === 0) first.from = FIRST_KEY;
    // Add first, then delete: a Map doubles its capacity when keys are deleted and added again.
    for (const shard of shards) this.#add(shard);
    for (const id of old.built?.posts.ids ?? []) {
      if (this.#tables.get(id) === old.built?.posts) this.#tables.delete(id);
    }
    return this.#dirty.delete(old);
  }
}
