import { setTimeout as startTimer } from 'node:timers';
import { addressOf, isPageSlug } from '../contract/addresses.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import { DeferredPages } from './deferred-pages.ts';
import { FeedWatch } from './feed-watch.ts';
import type { FollowerOptions } from './follower-options.ts';
import { LivePublishes } from './live-publishes.ts';
import type { PendingChange } from './pending.ts';
import { failedBatch } from './render-pool.ts';
import { DATABASE_RETRY_MS, Retries, retryDelayMs } from './retries.ts';
import { receiveEntries } from './search-entries.ts';
import type { BatchResult, Change, ChangeResult, PublishOutcome } from './types.ts';
import { Waiters, withinLimit } from './waiters.ts';

/** Maximum number of changes that a start publishes before it serves visitors. */
const MAX_CAUGHT_UP = 100;
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 60_000;

/**
 * Follows the feed of changes: lets the render pool publish them, and records the results for this
 * node.
 */
export class Follower {
  readonly #options: FollowerOptions;
  readonly watch: FeedWatch;
  readonly #retries: Retries;
  readonly deferred: DeferredPages;
  readonly live = new LivePublishes();
  readonly #waiters = new Waiters();
  /** Posts of the batch being published. */
  readonly #rendering = new Set<string>();
  #working: Promise<void> | null = null;
  #hasMore = false;
  #timer: NodeJS.Timeout | undefined;
  isStopped = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.watch = new FeedWatch({ ...options, onChanges: () => void this.work() });
    this.deferred = new DeferredPages({ ...options, hasBulk: () => options.feed.hasBacklog });
    this.#retries = new Retries(
      (change, signal) => this.#retry(change, signal),
      () => void this.work(),
    );
  }

  /** See `Publisher.flush`. */
  flush(postId: string): Promise<PublishOutcome> {
    return withinLimit(this.#flush(postId));
  }

  async #flush(postId: string): Promise<PublishOutcome> {
    await this.watch.look();
    if (this.watch.isFailing) return 'failed';
    const change = this.#options.feed.pending.get(postId);
    if (!change) return 'live';
    const isWaiting = change.retryAt > this.#options.now().getTime();
    if (isWaiting && !this.isRendering(postId)) return 'failed';
    const outcome = this.#waiters.wait(change);
    void this.work();
    return outcome;
  }

  /** See `Publisher.flushRemovals`. */
  async flushRemovals(postIds: readonly string[]): Promise<PublishOutcome> {
    await this.watch.look();
    if (this.watch.isFailing) return 'failed';
    const outcome = this.#options.comments.removed(new Set(postIds));
    void this.work();
    return withinLimit(outcome);
  }

  /** See `Publisher.retry`. */
  async retry(postId: string): Promise<PublishOutcome | undefined> {
    const { pending } = this.#options.feed;
    // An attempt that is running may have read the post before it was repaired.
    const isJoining = this.#retries.has(postId);
    if (!pending.hurry(postId)) return undefined;
    const outcome = await this.flush(postId);
    const isTriedAgain = isJoining && outcome === 'failed' && pending.hurry(postId);
    return isTriedAgain ? this.flush(postId) : outcome;
  }

  /** Publishes the latest single changes, so the server starts with the newest pages. */
  async catchUp(): Promise<void> {
    const singles = this.#options.feed.pending.untriedSingles().slice(-MAX_CAUGHT_UP);
    await Promise.all(singles.map(({ postId }) => this.flush(postId)));
    const written = this.#options.comments.hurry(MAX_CAUGHT_UP);
    void this.work();
    await withinLimit(written);
  }

  /** Waits while the post with this slug is being published. */
  async settled(slug: string): Promise<void> {
    const change = this.#options.feed.pending.findBySlug(slug);
    if (change?.attempts === 0 && this.#rendering.has(change.postId)) {
      await withinLimit(this.#waiters.wait(change));
    }
  }

  /** If the page of this path is deferred, writes it now, not after an import. Doesn't throw. */
  async writeIfDeferred(path: string): Promise<void> {
    if (!this.deferred.has(path)) return;
    await Promise.race([this.deferred.waitFor(path), this.work()]);
  }

  /** Queues pages for writing in the background. */
  defer(paths: string[]): void {
    if (paths.length === 0) return;
    this.deferred.add(paths);
    this.#options.onProgress();
    void this.work();
  }

  isRendering(postId: string): boolean {
    return this.#rendering.has(postId) || this.#retries.has(postId);
  }

  /** Skips changes that a release contains. */
  skipTo(seq: number): void {
    for (const change of this.#options.feed.skipTo(seq)) this.#waiters.resolve(change, 'live');
  }

  /** Publishes due changes. A call during a run triggers another pass. */
  work(): Promise<void> {
    this.#hasMore = true;
    this.#working ??= this.#drain().finally(() => {
      this.#working = null;
      if (this.#hasMore && !this.isStopped) void this.work();
    });
    return this.#working;
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    await this.#retries.idle();
    while (this.#working) await this.#working;
  }

  /** Finishes running writes. The next start continues with the rest. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.#timer);
    this.watch.stop();
    this.#retries.abort();
    await this.idle();
    await this.#writeDeferred(() => this.deferred.writeAll());
    this.#waiters.resolveAll('failed');
  }

  async #drain(): Promise<void> {
    try {
      while (this.#hasMore && !this.isStopped) {
        this.#hasMore = false;
        const batch = await this.#nextBatch();
        if (batch.length > 0) {
          this.#hasMore = true;
          await this.#publish(batch);
        }
        if (await this.#options.comments.write()) this.#hasMore = true;
        // Between batches: pages rendered during one could miss its posts.
        if (this.deferred.waitMs() === 0) await this.#writeDeferred();
        if (this.deferred.waitMs() === 0) this.#hasMore = true;
        if (this.#options.stories.waitMs() === 0) await this.#options.stories.step();
      }
    } catch (error) {
      this.#hasMore = false;
      reportDatabaseError(this.#options.log, error, 'publishing failed');
      // The posts are saved, and calls shouldn't wait for the database.
      this.#waiters.resolveAll('failed');
    }
    this.#schedule();
  }

  /** Returns the next changes to publish, and starts due retries. */
  async #nextBatch(): Promise<PendingChange[]> {
    const { feed, now, releases } = this.#options;
    const isAwaited = (postId: string) => this.#waiters.has(postId);
    const isRunning = (change: PendingChange) => this.#retries.isRunning(change);
    for (;;) {
      const next = feed.pending.next(now().getTime(), isAwaited, isRunning);
      // A release being rendered contains most bulk changes.
      if (next.length === 0 && releases.draft === null && (await feed.takeBulk())) continue;
      const batch = this.#retries.select(next);
      if (batch.length > 0 || !next.some(isRunning)) return batch;
    }
  }

  /** Sets the timer for the next retry or deferred page. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.isStopped) return;
    const { comments, feed, now, stories } = this.#options;
    // Retries call `work` when they end.
    const retryMs = feed.pending.waitMs(now().getTime(), (postId) => this.#retries.has(postId));
    const delays = [
      retryMs === undefined ? undefined : Math.max(retryMs, MIN_DELAY_MS),
      this.deferred.waitMs(),
      comments.waitMs(),
      stories.waitMs(),
    ].filter((delay) => delay !== undefined);
    if (delays.length === 0) return;
    this.#timer = startTimer(() => void this.work(), Math.min(...delays, MAX_DELAY_MS));
    this.#timer.unref();
  }

  /** Publishes a batch, and updates the search index in parallel. */
  async #publish(batch: PendingChange[]): Promise<void> {
    const { pool, releases, index, pictures } = this.#options;
    const { lastRead } = this.#options.feed;
    pictures.pause();
    // A visit to one of them waits until it's written.
    for (const { postId } of batch) this.#rendering.add(postId);
    const changes: Change[] = batch.map((change) => {
      const { action, postId, slug, isBulk } = change;
      return { action, postId, slug, isBulk, isWritten: this.#retries.takeWritten(change) };
    });
    releases.note(changes.map((change) => ({ ...change, isWritten: false })));
    const { entries, port, close } = receiveEntries();
    try {
      const [result] = await Promise.all([
        pool.publish(changes, releases.targets, port).finally(close),
        index.update(batch, entries),
      ]);
      this.deferred.noticeRendered(changes, result, lastRead);
      this.#settle(batch, result);
    } finally {
      for (const { postId } of batch) this.#rendering.delete(postId);
    }
  }

  /** Renders the page of a post that failed before. Returns whether it was written. */
  async #retry(change: PendingChange, signal: AbortSignal): Promise<boolean> {
    const { pool, releases } = this.#options;
    try {
      await pool.retryPage(addressOf(change.slug), releases.targets, signal);
      return true;
    } catch (error) {
      if (!this.isStopped && !signal.aborted) this.#settle([change], failedBatch([change], error));
      return false;
    }
  }

  /**
   * Records the result of a batch, and announces it: to caches, the picture queue and waiting
   * calls.
   */
  #settle(batch: PendingChange[], { results, paths, deferred }: BatchResult): void {
    const { onPublished, onProgress, stories } = this.#options;
    onPublished(paths);
    for (const result of results) {
      const change = batch.find(({ postId }) => postId === result.postId);
      if (change) this.#settleOne(change, result);
    }
    this.deferred.add(deferred, batch);
    // A visit to one of them now waits until it's written.
    onPublished(deferred);
    stories.noticePublish();
    onProgress();
  }

  #settleOne(change: PendingChange, result: ChangeResult): void {
    const { failures, feed, log, now, pictures } = this.#options;
    const time = now().getTime();
    if (result.error === undefined) {
      feed.pending.complete(change);
      this.live.record(
        result.isGone ? { ...change, action: 'remove' } : change,
        time,
        result.renderMs,
      );
      if (!result.isGone && !isPageSlug(change.slug)) pictures.add(change.slug);
      this.#waiters.resolve(change, 'live');
      return;
    }
    if (result.isDatabaseUnavailable) {
      feed.pending.postpone(change, time + DATABASE_RETRY_MS);
      reportDatabaseError(log, new Error(result.error), 'a post could not be published yet');
      this.#waiters.resolve(change, 'failed');
      return;
    }
    if (result.isTooSlow) failures.add(change.slug);
    const delayMs = retryDelayMs(change.attempts, result.isTooSlow);
    feed.pending.fail(change, result.error, time + delayMs);
    // Most first failures only mean that the machine is busy.
    if (change.attempts === 0)
      log.info({ slug: change.slug, why: result.error }, 'retrying a post');
    else log.error({ slug: change.slug, err: result.error }, 'a post could not be published');
    // If the retry is immediate, the call waits for it.
    if (delayMs > 0) this.#waiters.resolve(change, 'failed');
  }

  async #writeDeferred(write = () => this.deferred.write()): Promise<void> {
    const { log, onProgress } = this.#options;
    await write().then(onProgress, (error: unknown) => {
      reportDatabaseError(log, error, 'sitemap and archive could not be written');
    });
  }
}
