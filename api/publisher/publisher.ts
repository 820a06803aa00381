import { access, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as startTimer } from 'node:timers';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { Database } from '../../db/client.ts';
import {
  completeRow,
  dueRows,
  enqueue,
  failRow,
  findOutboxRow,
  findOutboxRowBySlug,
  listOutbox,
  listPublishes,
  type OutboxRow,
} from '../../db/queries/outbox.ts';
import { countPosts, findPostBySlug, listPostSlugs } from '../../db/queries/posts.ts';
import type { PendingPublish, PreviewDraft, PublishStatus } from '../contract/publish.ts';
import type { SearchEntry } from '../contract/search.ts';
import { UnavailableError } from '../errors.ts';
import { SearchIndex } from '../search/search-index.ts';
import { removeTemporaries } from './files.ts';
import { LatePages } from './late.ts';
import { PictureQueue } from './pictures.ts';
import { Releases } from './releases.ts';
import { PageTimeoutError, RenderThread } from './render-thread.ts';
import { Retries } from './retries.ts';
import type { Publisher, RenderedPage } from './types.ts';
import type { BatchResult, Change } from './worker.ts';

/** A page takes about a millisecond; one that takes this long is stuck, and its thread is replaced. */
const RENDER_TIMEOUT_MS = 15_000;
/** No post delays others for longer; it is rendered again on a thread of its own. */
const POST_TIMEOUT_MS = 2_000;
/** For that thread. */
const RETRY_TIMEOUT_MS = 10_000;
const RETRY_IDLE_MS = 10_000;
const FULL_RENDER_TIMEOUT_MS = 30 * 60_000;
/** The renderer lives in 40 MB; more room makes the heap larger and nothing faster. */
const RENDER_HEAP_MB = 128;
/** What a publish leaves behind dies young: with half of this, twice as many met a full collection. */
const RENDER_YOUNG_MB = 32;
/** In a full render, where only the whole counts, it is no slower with half; and 20 MB lighter, with two threads. */
const FULL_RENDER_YOUNG_MB = 16;
/** From here on two threads of its own, each with its copy of the renderer, are worth their start. */
const SHARED_FROM_POSTS = 1_000;
/** The thread that renders holds 45 MB: it stays while somebody is at work, and comes back with `warm`. */
const PAGES_IDLE_MS = 15 * 60_000;
const OG_IDLE_MS = 10_000;
const OG_NICE = 10;
const BATCH = 32;
const LIVE_LISTED = 20;
/** How often to look for rows that another process (`npm run import`) has written. */
const LOOK_EVERY_MS = 3_000;
/** Waits after the first, second, … failed attempt. */
const RETRY_WAITS_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const;

export interface PublisherOptions {
  database: Database;
  dataDir: string;
  /** file: URL of the built renderer, `dist/<hash>/server/entry.mjs`. */
  rendererEntry: string;
  /** Folder of the built assets, `dist/<hash>/client`. */
  clientDir: string;
  releaseId: string;
  siteUrl: string;
  /** What the renderer reads from its environment. */
  rendererEnv: Record<string, string>;
  log: Logger;
  /** Told which paths have new files, or `null` when all have. */
  onWritten(paths: string[] | null): void;
  /** Told how far a full render is. */
  onProgress?(rendered: number): void;
  now?: () => Date;
}

/** For the reader of a post whose page failed. */
const NOT_RENDERED = "This post can't be shown right now. Please try again soon.";
const RETRY_AFTER_S = 2;

interface Waiter {
  postId: string;
  seq: number;
  settle(state: 'live' | 'failed'): void;
}

/** Opens the publisher and makes the current release if it is not there; see `Publisher`. */
export class FilePublisher implements Publisher {
  readonly #options: PublisherOptions;
  readonly #releases: Releases;
  readonly #pages: RenderThread;
  readonly #retryThread: RenderThread;
  readonly #retries: Retries;
  readonly #pictures: Piscina;
  readonly #index: SearchIndex;
  readonly #rendering = new Set<string>();
  /** Slugs of posts whose own page took too long or failed on a visit. */
  readonly #unrenderable = new Set<string>();
  readonly #late: LatePages;
  readonly #ogQueue: PictureQueue;
  #waiters: Waiter[] = [];
  #working: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Where pages are written to: the release being served, and the draft of the next one. */
  #served: { id: string; pages: number } | null = null;
  #draft: { root: string; rendered: number; changes: Change[] } | null = null;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#releases = new Releases(options.dataDir);
    this.#pages = this.#openPages();
    this.#retryThread = this.#openPages({ idleTimeout: RETRY_IDLE_MS }, RETRY_TIMEOUT_MS);
    this.#retries = new Retries(
      (row, signal) => this.#retry(row, signal),
      () => void this.#work(),
    );
    // Pictures are slow to make and wanted rarely: their thread exists only while there are some to make.
    this.#pictures = new Piscina({
      ...this.#thread(),
      minThreads: 0,
      idleTimeout: OG_IDLE_MS,
      niceIncrement: OG_NICE,
    });
    const { database, rendererEntry, rendererEnv, log, now } = options;
    this.#index = new SearchIndex({
      ...{ database, rendererEntry, rendererEnv, log, now },
      readEntries: (ids) => this.#searchEntries(ids),
      onPublished: (paths) => options.onWritten(paths),
    });
    this.#late = new LatePages(database, (paths) => this.#writeLate(paths));
    this.#ogQueue = new PictureQueue((slug) => this.#makeOg(slug));
    this.#pictures.on('error', this.#onThreadError);
  }

  #thread() {
    const { rendererEntry, rendererEnv, siteUrl } = this.#options;
    return {
      filename: new URL('./worker.ts', import.meta.url).href,
      maxThreads: 1,
      env: { NODE_ENV: 'production', ...rendererEnv },
      workerData: { entry: rendererEntry, siteUrl },
    };
  }

  #openPages(
    { youngMb = RENDER_YOUNG_MB, idleTimeout = PAGES_IDLE_MS } = {},
    limitMs = POST_TIMEOUT_MS,
  ): RenderThread {
    const options = {
      ...this.#thread(),
      minThreads: 0,
      idleTimeout,
      atomics: 'disabled' as const,
      resourceLimits: {
        maxOldGenerationSizeMb: RENDER_HEAP_MB,
        maxYoungGenerationSizeMb: youngMb,
      },
    };
    return new RenderThread(options, limitMs).onError(this.#onThreadError);
  }

  readonly #onThreadError = (error: Error) => {
    this.#options.log.error({ err: error.message }, 'a render thread ended unexpectedly');
  };

  /** The folder of the release being served; before the first is complete, one that is not there. */
  get root(): string {
    return this.#served ? this.#releases.folder(this.#served.id) : this.#releases.site;
  }

  /**
   * Finds the release to serve, and works on what the last run left in the outbox. Gives a promise of the
   * current release, which is fulfilled at once when it is complete already.
   */
  async start(): Promise<{ complete: Promise<void> }> {
    const current = await this.#releases.current();
    if (current) this.#served = { id: current.id, pages: current.pages };
    const wanted = this.#options.releaseId;
    const complete =
      current?.id === wanted
        ? this.#catchUp()
        : this.#makeRelease(wanted).catch((error: unknown) => this.#abandon(wanted, error));
    complete
      .catch(() => undefined)
      .then(() => {
        if (this.#stopped) return;
        this.#looking = setInterval(() => void this.#work(), LOOK_EVERY_MS).unref();
      });
    return { complete };
  }

  async #catchUp(): Promise<void> {
    const left = await listOutbox(this.#options.database.read);
    // Rows that are left mean that the last run was cut off, maybe in the middle of writing these files.
    if (left.length > 0)
      await removeTemporaries(
        this.root,
        left.map(({ slug }) => `/post/${slug}`),
      );
    await removeTemporaries(this.root, await this.#late.load());
    this.#late.want();
    await this.#openIndex();
    await this.#work();
  }

  /** A site whose search cannot be indexed is still a site: its search page asks the API. */
  async #openIndex(): Promise<void> {
    await this.#index.open(this.root).catch((error: Error) => {
      this.#options.log.error({ err: error.message }, 'the search index could not be opened');
    });
  }

  async #searchEntries(ids: string[]): Promise<SearchEntry[]> {
    return this.#pages.run('searchEntries', { ids }, { timeoutMs: RENDER_TIMEOUT_MS });
  }

  async #makeRelease(id: string): Promise<void> {
    const { clientDir, log, onProgress } = this.#options;
    const started = performance.now();
    if (this.#served) await this.#openIndex();
    const root = await this.#releases.prepare(id, clientDir);
    this.#draft = { root, rendered: 0, changes: [] };
    const result = await this.#renderAll(root, (rendered) => {
      if (this.#draft) this.#draft.rendered = rendered;
      onProgress?.(rendered);
    });
    await this.#noteFailures(result.failed);
    // What was published while the draft was made wrote to both folders; but a page that had been rendered just before
    // may have been written into the draft just after.
    await this.#idle();
    await this.#repeat(root, this.#draft.changes);
    await this.#index.close();
    await this.#releases.carryIndex(id);
    await this.#releases.finish(id, result.rendered);
    this.#served = { id, pages: result.rendered };
    this.#draft = null;
    await this.#openIndex();
    this.#options.onWritten(null);
    await this.#releases.prune(id);
    log.info(
      { release: id, pages: result.rendered, ms: Math.round(performance.now() - started) },
      'release is live',
    );
    await this.#work();
  }

  /**
   * Renders every page into a folder. A large site is rendered on threads of its own: a thread that works on a task which may be
   * aborted takes no other, and nobody who publishes meanwhile should wait for ten thousand pages.
   */
  async #renderAll(root: string, onProgress: (rendered: number) => void): Promise<Rendered> {
    const posts = await countPosts(this.#options.database.read);
    const isShared = posts >= SHARED_FROM_POSTS && availableParallelism() > 1;
    const helpers = isShared
      ? [1, 2].map(() => this.#openPages({ youngMb: FULL_RENDER_YOUNG_MB }))
      : [];
    const pools = isShared ? helpers : [this.#pages];
    const counts = pools.map(() => 0);
    try {
      const halves = await Promise.all(
        pools.map((pool, part) =>
          renderPart(pool, { root, part, parts: pools.length }, (rendered) => {
            counts[part] = rendered;
            onProgress(counts.reduce((sum, count) => sum + count));
          }),
        ),
      );
      return {
        rendered: halves.reduce((sum, half) => sum + half.rendered, 0),
        failed: halves.flatMap((half) => half.failed),
      };
    } finally {
      await Promise.all(helpers.map((helper) => helper.destroy()));
      // Whoever waited for a release often publishes next.
      if (!this.#stopped) this.warm();
    }
  }

  /** Publishes changes once more, into the draft alone. */
  async #repeat(root: string, changes: Change[]): Promise<void> {
    for (let from = 0; from < changes.length; from += BATCH) {
      const { late } = await this.#publish(changes.slice(from, from + BATCH), [root]);
      await this.#writePages(late, [root]);
    }
  }

  /** A draft that cannot be completed goes: on a full disk it would be in everybody's way. */
  async #abandon(id: string, error: unknown): Promise<never> {
    this.#draft = null;
    await rm(this.#releases.draft(id), { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }

  /**
   * A post that could not be rendered goes to the outbox, where it is shown and tried again. Any other page
   * that could not means that the code is broken: throws, and the release before stays.
   */
  async #noteFailures(failures: { path: string; error: string }[]): Promise<void> {
    const { database, log } = this.#options;
    for (const { path, error } of failures) {
      log.error({ path, err: error }, 'a page could not be rendered');
      const slug = /^\/post\/(.+)$/.exec(path)?.[1];
      if (slug === undefined) throw new Error(`${path} cannot be rendered: ${error}`);
      const post = await findPostBySlug(database.read, slug);
      if (!post || (await findOutboxRow(database.read, post.id))) continue;
      const change = { action: 'publish', postId: post.id, slug } as const;
      const notBefore = new Date(this.#now().getTime() + RETRY_WAITS_MS[0]);
      await database.transaction(async (tx) => {
        await failRow(tx, await enqueue(tx, change, this.#now()), error, notBefore);
      });
    }
  }

  async flush(postId: string): Promise<'live' | 'failed'> {
    const row = await findOutboxRow(this.#options.database.read, postId);
    if (!row) return 'live';
    const { promise, resolve } = Promise.withResolvers<'live' | 'failed'>();
    this.#waiters.push({ postId, seq: row.seq, settle: resolve });
    void this.#work();
    return promise;
  }

  /** Waits, when the page of this path is about to be written again, until it is. Throws nothing. */
  async settled(path: string): Promise<void> {
    if (!this.#late.has(path)) return;
    this.#late.want();
    await this.#work();
  }

  async render(path: string): Promise<RenderedPage> {
    const og = /^\/og\/([a-z0-9-]+)\.jpg$/.exec(path)?.[1];
    if (og) return this.#renderOg(og);
    const slug = /^\/post\/(.+)$/.exec(path)?.[1];
    if (slug === undefined) return this.#page('render', { path });
    await this.#refuseFailed(slug);
    try {
      return await this.#page('render', { path });
    } catch (error) {
      if (this.#stopped) throw error;
      // From now on visits are refused until it was tried again in the background.
      this.#unrenderable.add(slug);
      await this.#noteFailures([{ path, error: messageOf(error) }]);
      void this.#work();
      throw new UnavailableError(NOT_RENDERED, RETRY_AFTER_S);
    }
  }

  /**
   * Throws while a page that can't be rendered waits for its next attempt: a visit doesn't try it again.
   * A post that failed for another reason (a full disk, another page) is rendered on the spot.
   */
  async #refuseFailed(slug: string): Promise<void> {
    const { read } = this.#options.database;
    let row = await findOutboxRowBySlug(read, slug);
    if (row?.state === 'queued' && this.#rendering.has(row.postId)) {
      await this.flush(row.postId);
      row = await findOutboxRowBySlug(read, slug);
    }
    if (row?.state !== 'failed') this.#unrenderable.delete(slug);
    if (!row || !this.#unrenderable.has(slug)) return;
    const waitS = Math.ceil((row.notBefore.getTime() - this.#now().getTime()) / 1000);
    throw new UnavailableError(NOT_RENDERED, Math.max(waitS, RETRY_AFTER_S));
  }

  /** Somebody is about to publish: makes the thread that renders ready. Nobody waits for it. */
  warm(): void {
    if (this.#pages.isRunning) return;
    this.#pages.run('render', { path: '/robots.txt' }).catch(() => undefined);
  }

  async preview(draft: PreviewDraft): Promise<RenderedPage> {
    const isSlow = (error: unknown) => error instanceof PageTimeoutError;
    try {
      return await this.#page('preview', { draft });
    } catch (error) {
      if (!isSlow(error)) throw error;
    }
    return this.#page('preview', { draft }, this.#retryThread).catch((error: unknown) => {
      if (!isSlow(error)) throw error;
      throw new UnavailableError('The preview took too long to render.', RETRY_AFTER_S);
    });
  }

  async #page(
    name: 'render' | 'preview',
    task: object,
    thread = this.#pages,
  ): Promise<RenderedPage> {
    const page = await thread.run<{ status: number; contentType: string; body: Uint8Array }>(
      name,
      task,
      { timeoutMs: RENDER_TIMEOUT_MS },
    );
    return { ...page, body: Buffer.from(page.body) };
  }

  async status(): Promise<PublishStatus> {
    const { read } = this.#options.database;
    const [rows, live] = await Promise.all([listOutbox(read), listPublishes(read, LIVE_LISTED)]);
    const pending = rows.map((row) => this.#pending(row));
    return {
      queued: pending.filter((row) => row.state === 'queued'),
      rendering: pending.filter((row) => row.state === 'rendering'),
      failed: pending.filter((row) => row.state === 'failed'),
      live: live.map((row) => ({
        postId: row.postId,
        slug: row.slug,
        queuedAt: row.queuedAt.toISOString(),
        liveAt: row.liveAt.toISOString(),
        totalMs: row.liveAt.getTime() - row.queuedAt.getTime(),
        renderMs: row.renderMs,
      })),
      release: {
        id: this.#options.releaseId,
        pages: this.#served?.pages ?? 0,
        rendered: this.#draft?.rendered ?? this.#served?.pages ?? 0,
        state: this.#draft ? 'rendering' : 'live',
      },
      index: this.#index.status(),
    };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#ogQueue.stop();
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    this.#retries.abort();
    await this.#idle();
    await this.#finishLate();
    for (const waiter of this.#waiters.splice(0)) waiter.settle('failed');
    await this.#index.close();
    const threads = [this.#pages, this.#retryThread, this.#pictures];
    await Promise.all(threads.map((thread) => thread.destroy()));
  }

  #pending(row: OutboxRow): PendingPublish {
    return {
      postId: row.postId,
      slug: row.slug,
      action: row.action,
      state: this.#isRendering(row.postId) ? 'rendering' : row.state,
      attempts: row.attempts,
      error: row.error,
      queuedAt: row.createdAt.toISOString(),
      nextAttemptAt: row.notBefore.toISOString(),
    };
  }

  #isRendering(postId: string): boolean {
    return this.#rendering.has(postId) || this.#retries.has(postId);
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  /** Waits until no batch is being written. */
  async #idle(): Promise<void> {
    await this.#retries.idle();
    while (this.#working) await this.#working;
  }

  /** Works on due rows until there are none. Calls while it works make it look once more. */
  #work(): Promise<void> {
    this.#again = true;
    this.#working ??= this.#drain().finally(() => {
      this.#working = null;
      if (this.#again && !this.#stopped) void this.#work();
    });
    return this.#working;
  }

  async #drain(): Promise<void> {
    const { database, log } = this.#options;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        const due = await dueRows(database.read, this.#now(), BATCH + this.#retries.size);
        const rows = this.#retries.select(due);
        if (rows.length > 0) {
          this.#again = true;
          await this.#batch(rows);
        }
        // Between batches, so that a page never shows less than one written later.
        if (this.#late.waitMs() === 0) await this.#finishLate();
      }
    } catch (error) {
      this.#again = false;
      log.error({ err: (error as Error).message }, 'the outbox could not be worked on');
      // Their changes are saved: nobody waits for a disk or a database. The next look tries again.
      for (const waiter of this.#waiters.splice(0)) waiter.settle('failed');
      return;
    }
    await this.#schedule();
  }

  /** Sets the timer for the next row that waits for its next attempt. */
  async #schedule(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const all = await listOutbox(this.#options.database.read).catch(() => []);
    // Those being retried call for work themselves.
    const rows = all.filter(({ postId }) => !this.#retries.has(postId));
    const now = this.#now().getTime();
    const waits = rows.map((row) => Math.max(row.notBefore.getTime() - now, 100));
    const late = this.#late.waitMs();
    if (late !== undefined) waits.push(late);
    if (waits.length === 0) return;
    this.#timer = startTimer(() => void this.#work(), Math.min(...waits, 60_000));
    this.#timer.unref();
  }

  async #finishLate(): Promise<void> {
    await this.#late.write().catch((error: Error) => {
      this.#options.log.error({ err: error.message }, 'sitemap and archive could not be written');
    });
  }

  async #writeLate(paths: string[]): Promise<void> {
    await this.#writePages(paths, this.#roots());
    this.#options.onWritten(paths);
  }

  async #writePages(paths: string[], roots: string[]): Promise<void> {
    await this.#pages.run('writePages', { roots, paths }, { timeoutMs: RENDER_TIMEOUT_MS });
  }

  async #batch(rows: OutboxRow[]): Promise<void> {
    for (const row of rows) this.#rendering.add(row.postId);
    this.#ogQueue.busy();
    const changes: Change[] = rows.map((row) => {
      const { action, postId, slug } = row;
      return { action, postId, slug, isWritten: this.#retries.takeWritten(row) };
    });
    this.#draft?.changes.push(...changes.map((change) => ({ ...change, isWritten: false })));
    const { port1, port2 } = new MessageChannel();
    const entries = new Promise<SearchEntry[]>((resolve, reject) => {
      port1.once('message', resolve);
      port1.once('close', () => reject(new Error('The posts were not told.')));
    });
    entries.catch(() => undefined);
    try {
      const [result] = await Promise.all([
        this.#publish(changes, this.#roots(), port2).finally(() => port1.close()),
        this.#index.update(rows, entries),
      ]);
      await this.#settle(rows, result);
    } finally {
      for (const row of rows) this.#rendering.delete(row.postId);
    }
  }

  /**
   * Renders a batch without the posts that take too long; they fail. When the thread dies of something
   * else, one row at a time, so that one bad post stands alone.
   */
  async #publish(changes: Change[], roots: string[], port?: MessagePort): Promise<BatchResult> {
    const run = (some: Change[], port?: MessagePort) =>
      this.#pages.run<BatchResult>(
        'publish',
        { roots, changes: some, port },
        { timeoutMs: RENDER_TIMEOUT_MS, transferList: port ? [port] : [] },
      );
    try {
      return await run(changes, port);
    } catch (error) {
      const slow = changes.filter(({ slug }) => isPageOf(error, slug));
      for (const { slug } of slow) this.#unrenderable.add(slug);
      if (slow.length > 0) {
        const others = changes.filter((change) => !slow.includes(change));
        if (others.length === 0) return failed(slow, error);
        return joined([failed(slow, error), await this.#publish(others, roots)]);
      }
      if (changes.length === 1) return failed(changes, error);
      const parts: BatchResult[] = [];
      for (const change of changes) {
        parts.push(await run([change]).catch((cause: unknown) => failed([change], cause)));
      }
      return joined(parts);
    }
  }

  /** Renders the own page of a post that failed before, next to what others publish. */
  async #retry(row: OutboxRow, signal: AbortSignal): Promise<boolean> {
    const path = `/post/${row.slug}`;
    try {
      await this.#retryThread.run(
        'writePages',
        { roots: this.#roots(), paths: [path] },
        { signal },
      );
      return true;
    } catch (error) {
      if (this.#stopped || signal.aborted) return false;
      if (isPageOf(error, row.slug)) this.#unrenderable.add(row.slug);
      await this.#settle([row], failed([row], error)).catch((cause: Error) => {
        this.#options.log.error({ err: cause.message }, 'the outbox could not be worked on');
      });
      return false;
    }
  }

  async #settle(rows: OutboxRow[], { results, paths, late }: BatchResult): Promise<void> {
    const { database, log, onWritten } = this.#options;
    onWritten(paths);
    const liveAt = this.#now();
    const byPost = new Map(results.map((result) => [result.postId, result]));
    await database.transaction(async (tx) => {
      for (const row of rows) {
        const result = byPost.get(row.postId);
        if (result && result.error === undefined) {
          await completeRow(tx, row, { renderMs: Math.round(result.renderMs), liveAt });
        } else {
          const wait = this.#isSlow(row)
            ? 0
            : (RETRY_WAITS_MS[Math.min(row.attempts, RETRY_WAITS_MS.length - 1)] ?? 0);
          const error = result?.error ?? 'The render thread gave no result.';
          await failRow(tx, row, error, new Date(liveAt.getTime() + wait));
        }
      }
      await this.#late.note(tx, late);
    });
    this.#late.add(late);
    // Whoever asks for one of them waits until it is written.
    onWritten(late);
    for (const row of rows) {
      const error = byPost.get(row.postId)?.error;
      if (error !== undefined)
        log.error({ slug: row.slug, err: error }, 'a post could not be published');
      else if (row.action === 'publish') this.#ogQueue.add(row.slug);
      // A post that only took too long is retried at once, and the call that published it waits.
      if (error !== undefined && this.#isSlow(row)) continue;
      this.#answer(row, error === undefined ? 'live' : 'failed');
    }
  }

  /** Was this the first attempt, and did the post's own page take too long? */
  #isSlow(row: OutboxRow): boolean {
    return row.attempts === 0 && this.#unrenderable.has(row.slug);
  }

  #answer(row: OutboxRow, state: 'live' | 'failed'): void {
    const waiting: Waiter[] = [];
    for (const waiter of this.#waiters) {
      if (waiter.postId === row.postId && waiter.seq <= row.seq) waiter.settle(state);
      else waiting.push(waiter);
    }
    this.#waiters = waiting;
  }

  #roots(): string[] {
    const roots = this.#served ? [this.root] : [];
    if (this.#draft) roots.push(this.#draft.root);
    return roots;
  }

  async #renderOg(slug: string): Promise<RenderedPage> {
    const bytes = (await this.#pictures.run(
      { roots: this.#roots(), slug },
      { name: 'renderOg', signal: AbortSignal.timeout(RENDER_TIMEOUT_MS) },
    )) as Uint8Array | null;
    if (!bytes) return { status: 404, contentType: 'image/jpeg', body: Buffer.alloc(0) };
    return { status: 200, contentType: 'image/jpeg', body: Buffer.from(bytes) };
  }

  async #makeOg(slug: string): Promise<void> {
    await this.#renderOg(slug).then(
      () => this.#options.onWritten([`/og/${slug}.jpg`]),
      (error: Error) => {
        if (!this.#stopped)
          this.#options.log.warn({ slug, err: error.message }, 'no picture for sharing');
      },
    );
  }

  /** Makes the pictures for sharing that are not there yet; for sites that are copied to a static host. */
  async queueMissingOg(): Promise<void> {
    for (let after = 0; ; ) {
      const batch = await listPostSlugs(this.#options.database.read, {
        afterSeq: after,
        limit: 500,
      });
      for (const { slug } of batch) {
        const there = await access(join(this.root, 'og', `${slug}.jpg`)).then(
          () => true,
          () => false,
        );
        if (!there) this.#ogQueue.add(slug);
      }
      const last = batch.at(-1);
      if (!last) return;
      after = last.seq;
    }
  }
}

function isPageOf(error: unknown, slug: string): boolean {
  return error instanceof PageTimeoutError && error.path === `/post/${slug}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failed(changes: Pick<Change, 'postId'>[], error: unknown): BatchResult {
  const message = messageOf(error);
  return {
    results: changes.map(({ postId }) => ({ postId, error: message, renderMs: 0 })),
    paths: [],
    late: [],
  };
}

function joined(parts: BatchResult[]): BatchResult {
  return {
    results: parts.flatMap((part) => part.results),
    paths: parts.flatMap((part) => part.paths),
    late: parts.flatMap((part) => part.late),
  };
}

interface Rendered {
  rendered: number;
  failed: { path: string; error: string }[];
}

/** Renders one share of the site; a page that takes too long fails, and a new thread goes on after it. */
async function renderPart(
  thread: RenderThread,
  share: { root: string; part: number; parts: number },
  onProgress: (rendered: number) => void,
): Promise<Rendered> {
  const slow: Rendered['failed'] = [];
  for (;;) {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', ({ rendered }: { rendered: number }) => onProgress(rendered));
    try {
      const { rendered, failed } = await thread.run<Rendered>(
        'renderAll',
        { ...share, port: port2, skip: slow.map(({ path }) => path) },
        { transferList: [port2], timeoutMs: FULL_RENDER_TIMEOUT_MS },
      );
      return { rendered, failed: [...slow, ...failed] };
    } catch (error) {
      if (!(error instanceof PageTimeoutError)) throw error;
      slow.push({ path: error.path, error: error.message });
    } finally {
      port1.close();
    }
  }
}
