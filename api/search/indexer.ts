import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as startTimer } from 'node:timers';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { listPostStates } from '../../db/queries/search.ts';
import type { IndexStatus, SearchEntry } from '../contract/search.ts';
import {
  INDEX_FILE,
  INDEX_FORMAT,
  INDEX_PATH,
  type IndexFile,
  type Key,
} from '../contract/search.ts';
import { writeServed } from '../publish/files.ts';
import { buildShard } from './build.ts';
import { Changes } from './changes.ts';
import type { ShardMark } from './shard.ts';
import {
  FIRST_KEY,
  piecesOf,
  rangeOf,
  readIndex,
  removeLeftovers,
  type Shard,
  shardOf,
  sweep,
} from './shards.ts';

/** Changes that come together are indexed together: a shard is made once none has come for so long, … */
const QUIET_MS = 250;
/** … but under a steady stream of them after this at the latest: with half a second to make one, nothing waits for 2 s. */
const LONGEST_MS = 1_000;
const NEXT_SHARD_MS = 50;
const RETRY_WAITS_MS = [2_000, 15_000, 60_000, 300_000];
/** Longer than anybody looks at one page of results without a new search. */
const GRACE_MS = 10 * 60_000;
const SWEEP_EVERY_MS = 60_000;
/**
 * So many posts can be told as changed when the index is taken up. With more, searches ask the API until
 * the index has caught up; a site without an index is not kept waiting for long.
 */
const MAX_TOLD = 500;
const MAX_TOLD_OF_NEW = 50;

export interface SearchIndexerOptions {
  database: Database;
  /** file: URL of the built renderer, and what it reads from its environment. */
  rendererEntry: string;
  rendererEnv: Record<string, string>;
  log: Logger;
  /** Posts as the index holds them; those that are gone are left out. */
  entries(ids: string[]): Promise<SearchEntry[]>;
  /** Told which addresses have new files. */
  onWritten(paths: string[]): void;
  now?: () => Date;
}

/**
 * Keeps the static search index of the published site. A change is in `index.json` at once, and in its
 * shard soon after: the shard is made again by a process of its own, whatever the number of posts.
 */
export class SearchIndexer {
  readonly #options: SearchIndexerOptions;
  #root: string | null = null;
  #opening: Promise<void> = Promise.resolve();
  #shards: Shard[] = [];
  #engine = '';
  readonly #changes = new Changes();
  readonly #dirty = new Set<Shard>();
  readonly #unusedSince = new Map<string, number>();
  #work: Promise<void> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** When the first change came since the last run began. */
  #since: number | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #abort = new AbortController();
  /** Some change could not be noted: the next run compares everything with the database. */
  #isUncertain = false;
  #failures = 0;
  #error: string | null = null;
  #indexedAt: Date | null = null;
  #last: { ms: number; lagMs: number; peakMb: number } | null = null;

  constructor(options: SearchIndexerOptions) {
    this.#options = options;
  }

  /**
   * Takes up the index in the folder of a site: what the database has otherwise than it is noted as
   * changed at once, then indexed. Throws when the database or the folder cannot be read, and tries again
   * later.
   */
  open(siteRoot: string): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#opening = this.#open(join(siteRoot, INDEX_PATH)).catch((error: unknown) => {
      this.#failures++;
      this.#fail(error, 'the search index could not be opened');
      this.#timer = startTimer(() => {
        this.#timer = undefined;
        if (!abort.signal.aborted) void this.open(siteRoot).catch(() => undefined);
      }, this.#waitMs());
      this.#timer.unref();
      throw error;
    });
    return this.#opening;
  }

  async #open(root: string): Promise<void> {
    await mkdir(root, { recursive: true });
    await removeLeftovers(root);
    this.#dirty.clear();
    this.#changes.clear();
    const kept = await readIndex(root);
    this.#engine = kept?.engine ?? '';
    this.#shards =
      kept && kept.shards.length > 0 ? kept.shards : [{ from: FIRST_KEY, built: null }];
    const isNew = this.#shards.some((shard) => shard.built === null);
    const difference = await this.#compare();
    if (difference.length <= (isNew ? MAX_TOLD_OF_NEW : MAX_TOLD)) {
      await this.#addEntries(difference);
    }
    for (const shard of this.#shards) if (shard.built === null) this.#dirty.add(shard);
    this.#root = root;
    if (this.#changes.size > 0 || isNew) {
      this.#options.log.info({ posts: this.#changes.size }, 'posts to be indexed for search');
    }
    await this.#write();
    this.#failures = 0;
    this.#error = null;
    this.#schedule(0);
    this.#sweeper = setInterval(() => {
      // What is being made is in use, though nobody knows of it yet; and so is what an `index.json` names
      // that could not be written anew.
      if (this.#work === null && this.#error === null) void this.#sweep();
    }, SWEEP_EVERY_MS);
    this.#sweeper.unref();
  }

  /** Notes all in which the index and the database differ. Gives the ids of posts that are new or edited. */
  async #compare(): Promise<string[]> {
    const states = await listPostStates(this.#options.database.read, {});
    const difference = this.#changes.compare(states, this.#indexedPosts(), this.#now());
    for (const key of this.#changes.keys()) this.#markDirty(key);
    return difference;
  }

  /**
   * Posts have been published or removed: from now on searches see them so. `told` gives the published ones as the index
   * holds them; if it fails, they are asked for. Never throws.
   */
  async changed(
    changes: readonly { action: 'publish' | 'remove'; postId: string }[],
    told?: Promise<SearchEntry[]>,
  ): Promise<void> {
    try {
      await this.#opening;
      if (this.#root === null) return;
      for (const { action, postId } of changes) {
        if (action !== 'remove') continue;
        const key = this.#changes.remove(postId, this.#indexed(postId), this.#now());
        if (key) this.#markDirty(key);
      }
      const published = changes.filter(({ action }) => action === 'publish');
      const ids = published.map(({ postId }) => postId);
      await this.#addEntries(ids, told).catch((error: unknown) => {
        // Better not found for a moment than found as it was.
        for (const { postId } of published) this.#hide(postId);
        this.#isUncertain = true;
        this.#fail(error, 'a change could not be read for the search index');
      });
      await this.#write();
    } catch (error) {
      this.#isUncertain = true;
      this.#fail(error, 'a change could not be noted in the search index');
    }
    this.#since ??= performance.now();
    // A wait after a failure is not made shorter by a change.
    if (this.#failures === 0) this.#unschedule();
    this.#schedule(this.#waitMs());
  }

  status(): IndexStatus {
    const posts = this.#shards.reduce((sum, { built }) => sum + (built?.mark.posts.length ?? 0), 0);
    const isCurrent = !this.#isToDo() && this.#work === null && this.#root !== null;
    return {
      state: this.#error !== null ? 'failed' : isCurrent ? 'current' : 'indexing',
      posts,
      shards: this.#shards.filter(({ built }) => built !== null).length,
      waiting: this.#changes.size,
      indexedAt: this.#indexedAt?.toISOString() ?? null,
      lastMs: this.#last?.ms ?? null,
      lastLagMs: this.#last?.lagMs ?? null,
      error: this.#error,
    };
  }

  /** Lets go of the folder; what is under way is given up and taken up again by `open`. */
  async close(): Promise<void> {
    this.#abort.abort(new Error('The indexer was stopped'));
    await this.#opening.catch(() => undefined);
    this.#unschedule();
    this.#since = undefined;
    clearInterval(this.#sweeper);
    await this.#work;
    await this.#writing;
    this.#root = null;
    this.#isUncertain = false;
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  async #addEntries(ids: string[], told?: Promise<SearchEntry[]>): Promise<void> {
    if (ids.length === 0) return;
    const ask = () => this.#options.entries(ids);
    const entries = await (told ? told.catch(ask) : ask());
    for (const entry of entries) {
      this.#changes.add(entry, this.#now());
      this.#markDirty([entry.at, entry.seq]);
    }
  }

  #indexedPosts(): ShardMark['posts'] {
    return this.#shards.flatMap(({ built }) => built?.mark.posts ?? []);
  }

  #indexed(id: string): ShardMark['posts'][number] | undefined {
    for (const { built } of this.#shards) {
      const post = built?.mark.posts.find(([known]) => known === id);
      if (post) return post;
    }
    return undefined;
  }

  #hide(id: string): void {
    const post = this.#indexed(id);
    if (!post) return;
    const key: Key = [post[3], post[1]];
    this.#changes.hide(id, key, this.#now());
    this.#markDirty(key);
  }

  #markDirty(key: Key): void {
    if (this.#shards.length === 0) this.#shards.push({ from: FIRST_KEY, built: null });
    const shard = shardOf(this.#shards, key);
    if (shard) this.#dirty.add(shard);
  }

  #isToDo(): boolean {
    return this.#isUncertain || this.#dirty.size > 0;
  }

  #schedule(ms: number): void {
    if (this.#timer || this.#work || !this.#isToDo() || this.#root === null) return;
    this.#timer = startTimer(() => {
      this.#timer = undefined;
      this.#since = undefined;
      this.#work ??= this.#run().finally(() => {
        this.#work = null;
        if (!this.#abort.signal.aborted) this.#schedule(this.#waitMs());
      });
    }, ms);
    this.#timer.unref();
  }

  #unschedule(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #waitMs(): number {
    if (this.#failures === 0) {
      if (this.#since === undefined) return NEXT_SHARD_MS;
      return Math.min(QUIET_MS, Math.max(0, this.#since + LONGEST_MS - performance.now()));
    }
    return RETRY_WAITS_MS[Math.min(this.#failures, RETRY_WAITS_MS.length) - 1] ?? NEXT_SHARD_MS;
  }

  /** Makes one shard after another, the newest posts first, until none is dirty or one fails. */
  async #run(): Promise<void> {
    while (this.#isToDo() && !this.#abort.signal.aborted) {
      // Only the last shard is left, and is still being changed: it gets its time.
      if (this.#since !== undefined && this.#dirty.size <= 1 && !this.#isUncertain) return;
      try {
        await this.#step();
        this.#failures = 0;
        this.#error = null;
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        this.#failures++;
        return this.#fail(error, 'the search index could not be brought up to date');
      }
    }
  }

  async #step(): Promise<void> {
    if (this.#isUncertain) {
      await this.#compare();
      this.#isUncertain = false;
      return this.#write();
    }
    const shard = this.#shards.findLast((one) => this.#dirty.has(one));
    if (!shard) return this.#dirty.clear();
    this.#dirty.delete(shard);
    try {
      await this.#rebuild(shard);
    } catch (error) {
      // Its successors may be there already, and only `index.json` could not be written.
      if (this.#shards.includes(shard)) this.#dirty.add(shard);
      else this.#isUncertain = true;
      throw error;
    }
  }

  async #rebuild(shard: Shard): Promise<void> {
    const { database, log, rendererEntry, rendererEnv } = this.#options;
    const root = this.#root;
    if (root === null) return;
    const started = performance.now();
    const range = rangeOf(this.#shards, shard);
    const states = await listPostStates(database.read, range);
    const isNewest = shard === this.#shards.at(-1);
    const fresh = piecesOf(shard.from, states, isNewest).map(
      (from): Shard => ({ from, built: null }),
    );
    // Searches ask the API already: each piece counts as soon as it is made, also after a kill.
    if (fresh.length > 1 && !this.#changes.isWhole) return this.#dissolve(shard, fresh);
    // All of them are made before the first is used, so that no post is missing in between.
    let peakMb = 0;
    for (const [index, piece] of fresh.entries()) {
      const next = fresh[index + 1];
      const to = next ? { at: next.from[0], seq: next.from[1] } : range.to;
      const order = { rendererEntry, root, range: { ...rangeFrom(piece), to } };
      const { built, peakMb: peak } = await buildShard(order, {
        env: rendererEnv,
        signal: this.#abort.signal,
      });
      piece.built = built;
      if (built) this.#engine = built.engine;
      peakMb = Math.max(peakMb, peak);
    }
    const made = fresh.filter((piece) => piece.built !== null);
    const lagMs = this.#replace(shard, made, range.to && [range.to.at, range.to.seq]);
    this.#last = { ms: Math.round(performance.now() - started), lagMs, peakMb };
    this.#indexedAt = this.#now();
    await this.#write();
    log.info(
      { posts: states.length, waiting: this.#changes.size, ...this.#last },
      'a shard of the search index is live',
    );
    await this.#sweep();
  }

  /** Puts the pieces of a shard, all still to be made, in its place. */
  #dissolve(shard: Shard, pieces: Shard[]): void {
    this.#shards.splice(this.#shards.indexOf(shard), 1, ...pieces);
    for (const piece of pieces) this.#dirty.add(piece);
    // What the shard held is not indexed any more.
    this.#isUncertain = shard.built !== null;
  }

  /** Puts new shards in the place of one. Gives how long the oldest change in them had waited. */
  #replace(old: Shard, made: Shard[], to: Key | undefined): number {
    const at = this.#shards.indexOf(old);
    this.#shards.splice(at, 1, ...made);
    const first = this.#shards[0];
    if (first && at === 0) first.from = FIRST_KEY;
    const wasDirty = this.#dirty.delete(old);
    const posts = made.flatMap(({ built }) => built?.mark.posts ?? []);
    const lagMs = this.#changes.settle(posts, { from: old.from, to }, this.#now());
    // Changed again while the shard was being made.
    if (wasDirty) for (const key of this.#changes.keys()) this.#markDirty(key);
    return lagMs;
  }

  /** Writes `index.json`: the shards that there are, and what they do not hold. */
  #write(): Promise<void> {
    const write = async () => {
      const root = this.#root;
      if (root === null) return;
      const built = this.#shards.flatMap(({ from, built }) => (built ? [{ from, ...built }] : []));
      const index: IndexFile = {
        format: INDEX_FORMAT,
        engine: this.#engine,
        shards: built.map(({ folder, from, mark }) => ({ folder, from, posts: mark.posts.length })),
        ...this.#changes.file(this.#indexedPosts()),
        categories: this.#changes.categories(built.flatMap(({ mark }) => mark.categories)),
      };
      await writeServed(join(root, INDEX_FILE), Buffer.from(JSON.stringify(index)));
      this.#options.onWritten([`${INDEX_PATH}/${INDEX_FILE}`]);
    };
    this.#writing = this.#writing.catch(() => undefined).then(write);
    return this.#writing;
  }

  async #sweep(): Promise<void> {
    if (this.#root === null) return;
    const used = new Set(this.#shards.flatMap(({ built }) => (built ? [built.folder] : [])));
    used.add(this.#engine);
    await sweep(this.#root, used, this.#unusedSince, {
      now: this.#now().getTime(),
      graceMs: GRACE_MS,
    }).catch((error: Error) =>
      this.#options.log.warn({ err: error.message }, 'old search files stay'),
    );
  }

  #fail(error: unknown, message: string): void {
    this.#error = error instanceof Error ? error.message : String(error);
    this.#options.log.error({ err: this.#error }, message);
  }
}

const rangeFrom = ({ from: [at, seq] }: Shard) => ({ from: { at, seq } });
