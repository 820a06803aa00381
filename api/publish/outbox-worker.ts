import { setTimeout as startTimer } from 'node:timers';
import { MessageChannel } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import {
  completeRow,
  dueRows,
  failRow,
  findOutboxRow,
  findOutboxRowBySlug,
  listOutbox,
  type OutboxRow,
} from '../../db/queries/outbox.ts';
import type { SearchEntry } from '../contract/search.ts';
import { errorMessage } from '../errors.ts';
import type { SearchIndex } from '../search/search-index.ts';
import { DeferredPages } from './deferred-pages.ts';
import type { FailedPosts } from './failed-posts.ts';
import { queueRelabeled } from './relabel.ts';
import type { Releases } from './releases.ts';
import { failedBatch, POST_TIMEOUT_MS, type RenderPool } from './render-pool.ts';
import { Retries, retryDelayMs } from './retries.ts';
import type { SharePictures } from './share-pictures.ts';
import { StoryRefresh } from './story-refresh.ts';
import type { BatchResult, Change, ChangeResult } from './types.ts';
import { Waiters } from './waiters.ts';

const MAX_BATCH = 32;
/** How often to look for rows that another process (`npm run import`) has written. */
const POLL_MS = 3_000;
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 60_000;

interface Options {
  database: Database;
  log: Logger;
  now: () => Date;
  pool: RenderPool;
  releases: Releases;
  failures: FailedPosts;
  pictures: SharePictures;
  index: SearchIndex;
  onPublished(paths: string[]): void;
}

/** Processes the outbox: takes due rows, has them rendered, and records the results. */
export class OutboxWorker {
  readonly #options: Options;
  readonly #retries: Retries;
  readonly #deferred: DeferredPages;
  readonly stories: StoryRefresh;
  readonly #waiters = new Waiters();
  /** Posts of the batch that is being published. */
  readonly #rendering = new Set<string>();
  #working: Promise<void> | null = null;
  #hasMore = false;
  #timer: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.#retries = new Retries(
      (row, signal) => this.#retry(row, signal),
      () => void this.work(),
    );
    this.#deferred = new DeferredPages(options.database, (paths) => this.#writePages(paths));
    // A slow page fails soon, because publishing waits for it.
    const write = (paths: string[]) => this.#writePages(paths, POST_TIMEOUT_MS);
    const isPaused = () => options.releases.draft !== null;
    this.stories = new StoryRefresh({ ...options, write, isPaused });
  }

  /** Loads the deferred pages of the last run and makes them due. Returns their paths. */
  async load(): Promise<string[]> {
    const paths = await this.#deferred.load();
    this.#deferred.hurry();
    return paths;
  }

  /** Begins to look for rows that other processes write. */
  poll(): void {
    if (!this.#isStopped) this.#polling = setInterval(() => void this.work(), POLL_MS).unref();
  }

  /** Resolves when the post's row has an outcome; at once if it has no row. */
  async flush(postId: string): Promise<'live' | 'failed'> {
    const row = await findOutboxRow(this.#options.database.read, postId);
    if (!row) return 'live';
    const outcome = this.#waiters.wait(row);
    void this.work();
    return outcome;
  }

  /** Waits while the post of this slug is being published. */
  async settled(slug: string): Promise<void> {
    const row = await findOutboxRowBySlug(this.#options.database.read, slug);
    if (row?.state === 'queued' && this.#rendering.has(row.postId)) await this.flush(row.postId);
  }

  /** If the page of this path is deferred, writes it now and waits. Doesn't throw. */
  async writeIfDeferred(path: string): Promise<void> {
    if (!this.#deferred.has(path)) return;
    this.#deferred.hurry();
    await this.work();
  }

  /** Queues pages to be written again in the background. */
  defer(paths: string[]): void {
    if (paths.length === 0) return;
    this.#deferred.add(paths);
    void this.work();
  }

  isRendering(postId: string): boolean {
    return this.#rendering.has(postId) || this.#retries.has(postId);
  }

  /** Processes due rows until there are none. A call while it runs triggers one more pass. */
  work(): Promise<void> {
    this.#hasMore = true;
    this.#working ??= this.#drain().finally(() => {
      this.#working = null;
      if (this.#hasMore && !this.#isStopped) void this.work();
    });
    return this.#working;
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.#retries.idle();
    while (this.#working) await this.#working;
  }

  /** Finishes what is being written. Rows that are left stay for the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#polling);
    this.#retries.abort();
    await this.idle();
    await this.#finishDeferred();
    this.#waiters.failAll();
  }

  async #drain(): Promise<void> {
    const { database, now, releases } = this.#options;
    try {
      while (this.#hasMore && !this.#isStopped) {
        this.#hasMore = false;
        const due = await dueRows(database.read, now(), MAX_BATCH + this.#retries.size);
        const rows = this.#retries.select(due);
        if (rows.length > 0) {
          this.#hasMore = true;
          await this.#publish(rows);
        } else if (releases.draft === null) {
          this.#hasMore = await queueRelabeled(database, now());
        }
        // Between batches: rendered during one, they could miss its posts.
        if (this.#deferred.waitMs() === 0) await this.#finishDeferred();
        if (this.stories.waitMs() === 0) await this.stories.step();
      }
    } catch (error) {
      this.#hasMore = false;
      this.#logFailure(error);
      // The posts are saved, and calls shouldn't wait for a disk or database. Polling tries again.
      this.#waiters.failAll();
      return;
    }
    await this.#schedule();
  }

  /** Sets the timer for the next row or deferred page. */
  async #schedule(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const { database, now } = this.#options;
    const rows = await listOutbox(database.read).catch(() => []);
    // Retries call `work` when they end.
    const waiting = rows.filter(({ postId }) => !this.#retries.has(postId));
    const time = now().getTime();
    const delays = waiting.map((row) => Math.max(row.notBefore.getTime() - time, MIN_DELAY_MS));
    const others = [this.#deferred.waitMs(), this.stories.waitMs()];
    delays.push(...others.filter((delay) => delay !== undefined));
    if (delays.length === 0) return;
    this.#timer = startTimer(() => void this.work(), Math.min(...delays, MAX_DELAY_MS));
    this.#timer.unref();
  }

  /** Publishes a batch, updates the search index in parallel, and stores the outcome. */
  async #publish(rows: OutboxRow[]): Promise<void> {
    const { pool, releases, index, pictures } = this.#options;
    for (const row of rows) this.#rendering.add(row.postId);
    pictures.pause();
    const changes: Change[] = rows.map((row) => {
      const { action, postId, slug } = row;
      return { action, postId, slug, isWritten: this.#retries.takeWritten(row) };
    });
    releases.draft?.changes.push(...changes.map((change) => ({ ...change, isWritten: false })));
    const { port1, port2 } = new MessageChannel();
    const entries = new Promise<SearchEntry[]>((resolve, reject) => {
      port1.once('message', resolve);
      port1.once('close', () => reject(new Error('The thread sent no posts for the index.')));
    });
    entries.catch(() => undefined);
    try {
      const [result] = await Promise.all([
        pool.publish(changes, releases.roots, port2).finally(() => port1.close()),
        index.update(rows, entries),
      ]);
      await this.#settle(rows, result);
    } finally {
      for (const row of rows) this.#rendering.delete(row.postId);
    }
  }

  /** Renders the page of a post that failed before. Returns whether it's written. */
  async #retry(row: OutboxRow, signal: AbortSignal): Promise<boolean> {
    const { pool, releases } = this.#options;
    try {
      await pool.retryPage(`/post/${row.slug}`, releases.roots, signal);
      return true;
    } catch (error) {
      if (this.#isStopped || signal.aborted) return false;
      await this.#settle([row], failedBatch([row], error)).catch((cause) =>
        this.#logFailure(cause),
      );
      return false;
    }
  }

  /** Stores how a batch went, and announces it: to caches, the picture queue and waiting calls. */
  async #settle(rows: OutboxRow[], { results, paths, deferred }: BatchResult): Promise<void> {
    const { onPublished, failures, pictures, log } = this.#options;
    onPublished(paths);
    const outcomes = rows.map((row) => ({ row, result: resultOf(row, results) }));
    for (const { row, result } of outcomes) if (result.isTooSlow) failures.add(row.slug);
    await this.#store(outcomes, deferred);
    this.#deferred.add(deferred);
    this.stories.noticePublish();
    // A visit to one of them now waits until it's written.
    onPublished(deferred);
    for (const { row, result } of outcomes) {
      if (result.error === undefined) {
        if (row.action === 'publish') pictures.add(row.slug);
        this.#waiters.resolve(row, 'live');
        continue;
      }
      log.error({ slug: row.slug, err: result.error }, 'a post could not be published');
      if (!isRetriedNow(row, result)) this.#waiters.resolve(row, 'failed');
    }
  }

  async #store(outcomes: Outcome[], deferred: string[]): Promise<void> {
    const liveAt = this.#options.now();
    await this.#options.database.transaction(async (tx) => {
      for (const { row, result } of outcomes) {
        if (result.error === undefined) {
          await completeRow(tx, row, { renderMs: Math.round(result.renderMs), liveAt });
          continue;
        }
        const delayMs = isRetriedNow(row, result) ? 0 : retryDelayMs(row.attempts);
        await failRow(tx, row, result.error, new Date(liveAt.getTime() + delayMs));
      }
      await this.#deferred.store(tx, deferred);
    });
  }

  async #finishDeferred(): Promise<void> {
    await this.#deferred.write().catch((error: unknown) => {
      const err = errorMessage(error);
      this.#options.log.error({ err }, 'sitemap and archive could not be written');
    });
  }

  async #writePages(paths: string[], timeoutMs?: number): Promise<void> {
    const { pool, releases, onPublished } = this.#options;
    await pool.writePages(paths, releases.roots, timeoutMs);
    onPublished(paths);
  }

  #logFailure(error: unknown): void {
    this.#options.log.error({ err: errorMessage(error) }, 'processing the outbox failed');
  }
}

interface Outcome {
  row: OutboxRow;
  result: ChangeResult;
}

function resultOf({ postId }: OutboxRow, results: ChangeResult[]): ChangeResult {
  const missing = { postId, error: 'The render thread gave no result.', renderMs: 0 };
  return results.find((result) => result.postId === postId) ?? missing;
}

/** A post that only took too long on its first attempt is retried at once, and its call waits. */
function isRetriedNow(row: OutboxRow, result: ChangeResult): boolean {
  return row.attempts === 0 && result.isTooSlow === true;
}
