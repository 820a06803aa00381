import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findCategoryLabels } from '../../db/queries/categories.ts';
import { eachPostStates, listPostStates } from '../../db/queries/search.ts';
import {
  INDEX_FILE,
  INDEX_PATH,
  type IndexFile,
  type IndexStatus,
  type SearchEntry,
} from '../contract/search.ts';
import { errorMessage } from '../errors.ts';
import { pack, writePacked } from '../publish/files.ts';
import { buildShard, buildWordMap } from './build-shard.ts';
import { Changes } from './changes.ts';
import { INDEX_VERSIONS, readIndex, removeLeftovers, removeUnused } from './index-files.ts';
import { MapState } from './map-state.ts';
import { RebuildLoop } from './rebuild-loop.ts';
import type { SearchIndexOptions } from './search-index-options.ts';
import { type Shard, ShardList, toBuiltShard } from './shards.ts';

const CLEANUP_EVERY_MS = 60_000;
/** With more changes than this on opening, searches ask the API until the index has caught up. */
const MAX_CHANGES = 500;
/** The same for a new index, so a new site is online soon. */
const MAX_CHANGES_OF_NEW = 50;

/**
 * The static search index of the published site. A change is in `index.json` at once, and in its
 * shard after a rebuild in another process.
 */
export class SearchIndex {
  readonly #options: SearchIndexOptions;
  readonly #loop: RebuildLoop;
  readonly #shards = new ShardList();
  readonly #map = new MapState();
  readonly #unusedSince = new Map<string, number>();
  #changes = new Changes(this.#shards);
  #engine = '';
  #labels: [slug: string, label: string][] = [];
  /** Folder of the index while it's open. */
  #root: string | null = null;
  #opening: Promise<void> = Promise.resolve();
  #isLoaded = false;
  /** A change may be missing: the next step compares the index with the database. */
  #isUncertain = false;
  #writing: Promise<void> = Promise.resolve();
  #cleanupTimer: NodeJS.Timeout | undefined;
  #error: string | null = null;
  #indexedAt: Date | null = null;
  #last: { ms: number; lagMs: number } | null = null;

  constructor(options: SearchIndexOptions) {
    this.#options = options;
    this.#loop = new RebuildLoop({
      hasWork: () => this.#hasWork(),
      canWait: () => this.#isLoaded && !this.#isUncertain && this.#shards.dirtyCount <= 1,
      step: (signal) => this.#step(signal),
      onError: (error) => this.#fail(error, "the search index couldn't be updated"),
    });
  }

  get isOpen(): boolean {
    return this.#root !== null;
  }

  /**
   * Opens the index in the folder of a site. Changes since it was closed are in `index.json` at
   * once, and indexed afterwards. If the database or the folder can't be read, throws and retries
   * later.
   */
  open(siteRoot: string): Promise<void> {
    this.#root = join(siteRoot, INDEX_PATH);
    this.#opening = this.#load(this.#root).then(
      () => this.#loop.start(),
      (error) => {
        this.#fail(error, "the search index couldn't be opened");
        this.#loop.start({ afterFailure: true });
        throw error;
      },
    );
    return this.#opening;
  }

  /**
   * Records that posts were published or deleted. Searches see the change when the promise
   * resolves. `entries` has the published posts; if it's absent or fails, `readEntries` is called.
   * Never throws.
   */
  async update(
    changes: readonly { action: 'publish' | 'remove'; postId: string }[],
    entries?: Promise<SearchEntry[]>,
  ): Promise<void> {
    try {
      await this.#opening;
      if (this.#root === null) return;
      const ids: string[] = [];
      for (const { action, postId } of changes) {
        if (action === 'remove') this.#changes.remove(postId, this.#options.now());
        else ids.push(postId);
      }
      await this.#addEntries(ids, entries).catch((error: unknown) => {
        // It's better not to find a post than to find its old text.
        for (const id of ids) this.#changes.hide(id, this.#options.now());
        this.#isUncertain = true;
        this.#fail(error, "a change couldn't be read for the search index");
      });
      await this.#write();
    } catch (error) {
      this.#isUncertain = true;
      this.#fail(error, "a change couldn't be added to the search index");
    }
    this.#loop.noteChange();
  }

  status(): IndexStatus {
    const built = this.#shards.built();
    const isCurrent = this.#root !== null && !this.#hasWork() && !this.#loop.isRunning;
    return {
      state: this.#error !== null ? 'failed' : isCurrent ? 'current' : 'indexing',
      posts: built.reduce((sum, shard) => sum + shard.posts.ids.length, 0),
      shards: built.length,
      waiting: this.#changes.size,
      indexedAt: this.#indexedAt?.toISOString() ?? null,
      lastMs: this.#last?.ms ?? null,
      lastLagMs: this.#last?.lagMs ?? null,
      error: this.#error,
    };
  }

  /** Stops all work on the folder. After `open`, an interrupted rebuild is repeated. */
  async close(): Promise<void> {
    await this.#opening.catch(() => undefined);
    clearInterval(this.#cleanupTimer);
    await this.#loop.stop();
    await this.#writing.catch(() => undefined);
    this.#root = null;
    this.#isLoaded = false;
    this.#isUncertain = false;
  }

  async #load(root: string): Promise<void> {
    await mkdir(root, { recursive: true });
    await removeLeftovers(root);
    this.#changes = new Changes(this.#shards);
    const saved = await readIndex(root);
    this.#engine = saved?.engine ?? '';
    this.#shards.reset(saved?.shards ?? []);
    this.#map.reset(saved?.wordMap, saved?.numbered);
    const isNew = this.#shards.dirtyCount > 0;
    const changed = await this.#compare();
    const max = isNew ? MAX_CHANGES_OF_NEW : MAX_CHANGES;
    if (changed.length <= max) await this.#addEntries(changed);
    await this.#write();
    this.#isLoaded = true;
    this.#error = null;
    this.#cleanupTimer = setInterval(() => {
      // A running rebuild writes files that aren't listed yet. After an error, `index.json` may
      // still list files that the shards no longer use.
      if (!this.#loop.isRunning && this.#error === null) void this.#removeUnused();
      // The word map may be due.
      this.#loop.noteChange();
    }, CLEANUP_EVERY_MS);
    this.#cleanupTimer.unref();
  }

  /** Records what differs from the database. Returns the ids of new and edited posts. */
  #compare(): Promise<string[]> {
    const { database, now } = this.#options;
    return this.#changes.compare(eachPostStates(database.read), now());
  }

  async #addEntries(ids: string[], given?: Promise<SearchEntry[]>): Promise<void> {
    if (ids.length === 0) return;
    const read = () => this.#options.readEntries(ids);
    const entries = await (given ? given.catch(read) : read());
    for (const entry of entries) this.#changes.add(entry, this.#options.now());
  }

  #hasWork(): boolean {
    if (!this.#isLoaded || this.#isUncertain || this.#shards.dirtyCount > 0) return true;
    return this.#map.isDue(this.#shards.built(), this.#options.now().getTime());
  }

  async #step(signal: AbortSignal): Promise<void> {
    if (!this.#isLoaded && this.#root !== null) {
      this.#opening = this.#load(this.#root);
      return this.#opening;
    }
    if (this.#isUncertain) {
      // A change that fails in the meantime makes the index uncertain again.
      this.#isUncertain = false;
      await this.#compare().catch((error: unknown) => {
        this.#isUncertain = true;
        throw error;
      });
      await this.#write();
    } else if (this.#shards.dirtyCount === 0) {
      await this.#makeMap(signal);
    } else {
      const shard = this.#shards.takeDirty();
      try {
        if (shard) await this.#rebuild(shard, signal);
      } catch (error) {
        // If it was already replaced, only `index.json` couldn't be written.
        if (shard && !this.#shards.putBack(shard)) this.#isUncertain = true;
        throw error;
      }
    }
    this.#error = null;
  }

  async #rebuild(shard: Shard, signal: AbortSignal): Promise<void> {
    const { database, log, rendererEntry, rendererEnv, site } = this.#options;
    const root = this.#root;
    if (root === null) return;
    const started = performance.now();
    const range = this.#shards.rangeOf(shard);
    const states = await listPostStates(database.read, range);
    const pieces = this.#shards.split(shard, states);
    if (pieces.length > 1 && !this.#changes.isComplete) {
      // Searches ask the API anyway, so each piece can be used as soon as it's built, even after a
      // crash.
      this.#shards.replace(shard, pieces);
      this.#isUncertain = shard.built !== null;
      return;
    }
    // All pieces are built before the first is used, so no post is missing in between.
    const former = pieces.length === 1 ? shard.built?.folder : undefined;
    for (const piece of pieces) {
      const task = { rendererEntry, site: site?.(), root, range: piece.range, former };
      const written = await buildShard(task, { env: rendererEnv, signal });
      piece.built = written && toBuiltShard(written.folder, written.manifest);
      this.#engine = written?.engine ?? this.#engine;
      if (former && written?.added) this.#map.replace(former, written.folder, written.added);
    }
    const built = pieces.filter((piece) => piece.built !== null);
    const lagMs = this.#changes.settle(shard, built, range.to, this.#options.now());
    this.#last = { ms: Math.round(performance.now() - started), lagMs };
    this.#indexedAt = this.#options.now();
    await this.#write();
    const posts = states.length;
    log.debug({ posts, waiting: this.#changes.size, ...this.#last }, 'search index updated');
    await this.#removeUnused();
  }

  async #makeMap(signal: AbortSignal): Promise<void> {
    const { rendererEnv: env, log } = this.#options;
    const root = this.#root;
    if (root === null) return;
    const started = performance.now();
    const shards = this.#shards.built().map(({ folder }) => folder);
    const folder = await buildWordMap({ root, shards }, { env, signal });
    const ms = Math.round(performance.now() - started);
    this.#map.set(folder, shards, { now: this.#options.now().getTime(), ms });
    await this.#write();
    log.debug({ shards: shards.length, ms }, 'word map of the search index written');
  }

  /** Writes `index.json`, after earlier writes. */
  #write(): Promise<void> {
    const write = async () => {
      const root = this.#root;
      if (root === null) return;
      const changes = this.#changes.serialize();
      const { read } = this.#options.database;
      // Without the database, the old labels stay: they matter less than the posts.
      const labels = await findCategoryLabels(read, changes.categories).catch(() => null);
      if (labels) this.#labels = [...labels];
      const index: IndexFile = {
        ...INDEX_VERSIONS,
        engine: this.#engine,
        shards: this.#shards.serialize((folder) => this.#map.entryOf(folder)),
        ...(this.#map.folder !== '' && { wordMap: this.#map.folder }),
        ...changes,
        labels: this.#labels,
      };
      const path = join(root, INDEX_FILE);
      await writePacked(path, pack(path, Buffer.from(JSON.stringify(index))));
      this.#options.onPublished([`${INDEX_PATH}/${INDEX_FILE}`]);
    };
    this.#writing = this.#writing.catch(() => undefined).then(write);
    return this.#writing;
  }

  async #removeUnused(): Promise<void> {
    if (this.#root === null) return;
    const folders = this.#shards.built().map(({ folder }) => folder);
    const used = new Set([this.#engine, this.#map.folder, ...folders]);
    const now = this.#options.now().getTime();
    await removeUnused(this.#root, used, this.#unusedSince, now).catch((error: Error) =>
      this.#options.log.warn({ err: error.message }, "old search files couldn't be removed"),
    );
  }

  #fail(error: unknown, message: string): void {
    this.#error = errorMessage(error);
    this.#options.log.error({ err: this.#error }, message);
  }
}
