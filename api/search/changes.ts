import { isDeepStrictEqual } from 'node:util';
import type { PostKey, PostState } from '../../db/queries/search.ts';
import {
  type ChangedEntry,
  compareKeys,
  type IndexFile,
  type Key,
  PAGE_CATEGORY,
  type SearchEntry,
} from '../contract/search.ts';
import type { IndexedPost } from './post-table.ts';
import { type Shard, type ShardList, shownOf } from './shards.ts';

/** Every page with a search loads the changes. Above this, it should ask the API instead. */
const MAX_CHARACTERS = 400_000;

interface Change {
  key: Key;
  /** `null`: the post was deleted. */
  version: number | null;
  category?: string;
  entry?: ChangedEntry;
  characters: number;
  since: Date;
}

/** The changes since the shards were built, by post. A changed post makes its shard dirty. */
export class Changes {
  readonly #shards: ShardList;
  readonly #byPost = new Map<string, Change>();
  /** Posts that changed since the running comparison began, which may see their old state. */
  #changedWhileComparing: Set<string> | undefined;

  constructor(shards: ShardList) {
    this.#shards = shards;
  }

  get size(): number {
    return this.#byPost.size;
  }

  /**
   * Records every post that differs from the shards, unless the change is already known. `all`
   * yields the states of all posts, in batches to save memory. Returns the ids of new and edited
   * posts, whose entries the caller adds.
   */
  async compare(all: AsyncIterable<readonly PostState[]>, now: Date): Promise<string[]> {
    const recent = new Set<string>();
    this.#changedWhileComparing = recent;
    try {
      return await this.#compare(all, recent, now);
    } finally {
      this.#changedWhileComparing = undefined;
    }
  }

  /** `recent` has posts to skip. It grows during the comparison. */
  async #compare(
    all: AsyncIterable<readonly PostState[]>,
    recent: ReadonlySet<string>,
    now: Date,
  ): Promise<string[]> {
    const unseen = new Set(this.#shards.postIds());
    for (const id of this.#byPost.keys()) unseen.add(id);
    const changed: string[] = [];
    for await (const states of all) {
      for (const { id, seq, at, version } of states) {
        unseen.delete(id);
        const known = this.#byPost.get(id)?.version ?? -1;
        const isIndexed = this.#shards.findPost(id)?.[2] === version;
        if (isIndexed || known >= version || recent.has(id)) continue;
        this.#set(id, { key: [at, seq], version, characters: 0 }, now);
        changed.push(id);
      }
    }
    for (const id of unseen) {
      if (recent.has(id)) continue;
      const post = this.#shards.findPost(id);
      if (post) this.#set(id, { key: keyOf(post), version: null, characters: 0 }, now);
      else this.#byPost.delete(id);
    }
    this.#markDirty();
    return changed;
  }

  /** Records a new or edited post, unless its shard is already up to date, as after an import. */
  add({ id, seq, at, version, category, tags, words, card }: SearchEntry, now: Date): void {
    this.#changedWhileComparing?.add(id);
    const indexed = this.#shards.findPost(id);
    if (indexed && isDeepStrictEqual(indexed, [id, seq, version, at, shownOf({ card, tags })])) {
      this.#byPost.delete(id);
      return;
    }
    const characters = words.length + JSON.stringify(card).length;
    const entry = { words, card, ...(tags.length > 0 && { tags }) };
    this.#set(id, { key: [at, seq], version, category, entry, characters }, now);
  }

  /** Records that a post was deleted. */
  remove(id: string, now: Date): void {
    this.#changedWhileComparing?.add(id);
    const key = this.#indexedKey(id) ?? this.#byPost.get(id)?.key;
    if (key) this.#set(id, { key, version: null, characters: 0 }, now);
  }

  /** Records that a post in a shard is outdated, if its new content isn't known. */
  hide(id: string, now: Date): void {
    this.#changedWhileComparing?.add(id);
    const key = this.#indexedKey(id);
    if (key) this.#set(id, { key, version: 0, characters: 0 }, now);
  }

  #indexedKey(id: string): Key | undefined {
    const post = this.#shards.findPost(id);
    return post && keyOf(post);
  }

  #set(id: string, change: Omit<Change, 'since'>, now: Date): void {
    this.#byPost.set(id, { ...change, since: this.#byPost.get(id)?.since ?? now });
    this.#shards.markDirty(change.key);
  }

  #markDirty(): void {
    for (const { key } of this.#byPost.values()) this.#shards.markDirty(key);
  }

  /**
   * Replaces a shard by new ones, and removes the changes that they contain. `to` is the end of the
   * range. Returns how long the oldest of these changes had waited, in milliseconds.
   */
  settle(old: Shard, shards: readonly Shard[], to: PostKey | undefined, now: Date): number {
    const isDirtyAgain = this.#shards.replace(old, shards);
    const findRebuilt = (id: string) =>
      shards.map(({ built }) => built?.posts.find(id)).find((post) => post !== undefined);
    let longestMs = 0;
    for (const [id, change] of this.#byPost) {
      const { key } = change;
      if (compareKeys(key, old.from) < 0 || (to && compareKeys(key, [to.at, to.seq]) >= 0))
        continue;
      if (!isIn(findRebuilt(id), change, isDirtyAgain)) continue;
      longestMs = Math.max(longestMs, now.getTime() - change.since.getTime());
      this.#byPost.delete(id);
    }
    if (isDirtyAgain) this.#markDirty();
    return longestMs;
  }

  /** Whether `index.json` can list every change: all are known, and they aren't too long. */
  get isComplete(): boolean {
    const changes = [...this.#byPost.values()];
    const characters = changes.reduce((sum, change) => sum + change.characters, 0);
    const areKnown = changes.every(({ version, entry }) => version === null || entry);
    return areKnown && characters <= MAX_CHARACTERS;
  }

  /** Returns the changes for `index.json` or, if incomplete, only which posts are outdated. */
  serialize(): Pick<IndexFile, 'changed' | 'behind' | 'categories' | 'total'> {
    const changes = [...this.#byPost.values()];
    const categories = [
      ...this.#shards.built().flatMap(({ categories: inShard }) => inShard),
      ...changes.flatMap(({ category }) => category ?? []),
    ];
    const pages = this.#shards.built().flatMap((shard) => shard.pages);
    const outdated = Array.from(this.#byPost.keys(), (id) => this.#shards.findPost(id)).filter(
      (post) => post !== undefined,
    );
    const published = changes.filter(
      ({ version, category }) => version !== null && category !== PAGE_CATEGORY,
    );
    return {
      changed: this.isComplete
        ? changes.map(({ key, entry }) => ({ key, ...(entry && { entry }) }))
        : outdated.map((post) => ({ key: keyOf(post) })),
      behind: !this.isComplete,
      categories: [...new Set(categories)].filter((slug) => slug !== PAGE_CATEGORY).sort(),
      total:
        this.#shards.postCount -
        outdated.length -
        pages.filter((id) => !this.#byPost.has(id)).length +
        published.length,
    };
  }
}

/**
 * Returns whether rebuilt shards contain a change. `post` is its entry there. With `cardsToo`, its
 * card must match as well: a label can change after the shard was read, without a new version.
 */
function isIn(
  post: IndexedPost | undefined,
  { version, entry }: Change,
  cardsToo: boolean,
): boolean {
  // 0: its content isn't known, and the post may be deleted.
  if (post === undefined) return version === null || version === 0;
  if (version === null) return false;
  const [, , inShard, , shown] = post;
  if (inShard !== version || !cardsToo || entry === undefined) return inShard >= version;
  return shown === shownOf({ card: entry.card, tags: entry.tags ?? [] });
}

const keyOf = ([, seq, , at]: IndexedPost): Key => [at, seq];
