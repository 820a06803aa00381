import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Logger } from 'pino';
import { asUnavailable } from '../../db/errors.ts';
import { addressOf, isReplaceable } from '../contract/addresses.ts';
import type { SearchEntry } from '../contract/search.ts';
import type { SiteState } from '../contract/site.ts';
import { errorMessage } from '../errors.ts';
import { reportDatabaseError } from '../http/database-errors.ts';
import { isPost } from './deferred-pages.ts';
import { Previews } from './previews.ts';
import {
  PageTimeoutError,
  RenderThread,
  TASK_TIMEOUT_MS,
  type ThreadOptions,
} from './render-thread.ts';
import { DATABASE_RETRY_MS } from './retries.ts';
import type { BatchResult, Change, Rendered, RenderedPage, RenderedPart, Target } from './types.ts';
import type { RenderAllTask } from './worker/render-all.ts';

/** No post delays others for longer. A slower one is rendered again on the retry thread. */
const POST_TIMEOUT_MS = 2_000;
/** For retries and previews. A maximum-size draft with a lot of code takes a few seconds. */
const PATIENT_TIMEOUT_MS = 10_000;
const FULL_RENDER_TIMEOUT_MS = 30 * 60_000;

/** A render thread takes 45 MB, so it ends when idle. `warm` starts it again. */
const IDLE_MS = 15 * 60_000;
/** For retries and previews. Writers preview repeatedly, and starting a thread takes a moment. */
const SHORT_IDLE_MS = 60_000;
/** The renderer needs 40 MB. A larger heap doesn't make it faster. */
const MAX_HEAP_MB = 128;

/** On a small site, a full render yields to publishes and visits this often. */
const MAX_TURN_MS = 250;
/** From this number of posts, a full render uses its own threads. */
const MIN_POSTS_FOR_THREADS = 1_000;

interface PoolOptions {
  thread: ThreadOptions;
  log: Logger;
  /** The settings that the served pages show. */
  site(): SiteState | undefined;
}

/**
 * The threads that render pages: one for pages that a publish or visit waits for, one for previews,
 * and one for retries.
 */
export class RenderPool {
  readonly #options: PoolOptions;
  readonly #pages: RenderThread;
  readonly #retries: RenderThread;
  readonly #previewThread: RenderThread;
  readonly previews: Previews;
  #isDestroyed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#pages = this.#open();
    const patient = { idleMs: SHORT_IDLE_MS, postTimeoutMs: PATIENT_TIMEOUT_MS };
    this.#retries = this.#open(patient);
    this.#previewThread = this.#open(patient);
    this.previews = new Previews(this.#previewThread, options.site);
  }

  #open({ idleMs = IDLE_MS, postTimeoutMs = POST_TIMEOUT_MS } = {}) {
    const options = {
      ...this.#options.thread,
      minThreads: 0,
      idleTimeout: idleMs,
      atomics: 'disabled' as const,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    };
    return new RenderThread(options, postTimeoutMs, this.#options.log);
  }

  /** Starts the thread, because a publish will follow soon. */
  warm(): void {
    if (this.#pages.isRunning || this.#isDestroyed) return;
    this.#pages.run('render', { path: '/robots.txt' }).catch(() => undefined);
  }

  async render(path: string): Promise<RenderedPage> {
    return this.#pages.render('render', { path, site: this.#options.site() });
  }

  async searchEntries(ids: string[]): Promise<SearchEntry[]> {
    const task = { ids, site: this.#options.site() };
    return this.#pages.run('searchEntries', task, { timeoutMs: TASK_TIMEOUT_MS });
  }

  /** See `Renderer.commentLists`. */
  async commentLists(postIds: string[]): Promise<string[]> {
    return this.#pages.run('commentLists', postIds, { timeoutMs: TASK_TIMEOUT_MS });
  }

  async writePages(paths: string[], targets: Target[]): Promise<void> {
    await this.#pages.run('writePages', { targets, paths }, { timeoutMs: TASK_TIMEOUT_MS });
  }

  /** Writes a page that failed before, while other publishes continue. */
  async retryPage(path: string, targets: Target[], signal: AbortSignal): Promise<void> {
    await this.#retries.run('writePages', { targets, paths: [path] }, { signal });
  }

  /**
   * Publishes changes. Posts that take too long fail, and the others are published without them. If
   * the thread dies for another reason, changes are published one by one, so only the bad post
   * fails. Sends the posts for the search index to the port. Doesn't throw.
   */
  async publish(changes: Change[], targets: Target[], port?: MessagePort): Promise<BatchResult> {
    try {
      return await this.#publish(changes, targets, port);
    } catch (error) {
      const slow = changes.filter(({ slug }) => isTimeoutOf(error, slug));
      const others = changes.filter((change) => !slow.includes(change));
      const isForOne = slow.length === 0 && changes.length > 1 && !asUnavailable(error);
      if (isForOne) return this.#publishOneByOne(changes, targets);
      const failed = failedBatch(slow.length > 0 ? slow : changes, error);
      if (slow.length === 0 || others.length === 0) return failed;
      return mergeBatches([failed, await this.publish(others, targets)]);
    }
  }

  async #publish(changes: Change[], targets: Target[], port?: MessagePort): Promise<BatchResult> {
    const options = { timeoutMs: TASK_TIMEOUT_MS, transferList: port ? [port] : [] };
    return this.#pages.run('publish', { targets, changes, port }, options);
  }

  async #publishOneByOne(changes: Change[], targets: Target[]): Promise<BatchResult> {
    const parts: BatchResult[] = [];
    for (const change of changes) {
      const part = this.#publish([change], targets);
      parts.push(await part.catch((error: unknown) => failedBatch([change], error)));
    }
    return mergeBatches(parts);
  }

  /**
   * Renders the site into a folder. A large site is rendered on one or two extra threads, because a
   * thread can do nothing else in the meantime and publishing shouldn't wait for ten thousand
   * pages. Retries failed pages once, except posts, which the caller retries. Throws the signal's
   * reason when it's aborted.
   */
  async renderAll(
    { root, site }: { root: string; site: SiteState },
    postCount: number,
    onProgress: (rendered: number, total: number) => void,
    signal?: AbortSignal,
  ): Promise<Rendered> {
    const total = await this.#countPages();
    const isLarge = postCount >= MIN_POSTS_FOR_THREADS;
    const length = isLarge ? Math.min(2, availableParallelism()) : 0;
    const extra = Array.from({ length }, () => this.#open());
    const threads = isLarge ? extra : [this.#pages];
    const maxMs = isLarge ? Number.POSITIVE_INFINITY : MAX_TURN_MS;
    const counts = threads.map(() => 0);
    try {
      const parts = await Promise.all(
        threads.map((thread, part) =>
          this.#renderPart(
            thread,
            { root, site, part, parts: threads.length, maxMs, signal },
            (rendered) => {
              counts[part] = rendered;
              const sum = counts.reduce((all, count) => all + count);
              // Posts may be published in the meantime.
              onProgress(sum, Math.max(sum, total));
            },
          ),
        ),
      );
      const rendered = parts.reduce((sum, part) => sum + part.rendered, 0);
      const failed = parts.flatMap((part) => part.failed);
      return await this.#retryPages({ rendered, failed }, { roots: [root], site });
    } finally {
      await Promise.all(extra.map((thread) => thread.destroy()));
    }
  }

  /**
   * Renders one part of the site. A page that takes too long fails, and a new thread continues.
   * Waits while the database is unavailable, and then skips existing pages.
   */
  async #renderPart(
    thread: RenderThread,
    {
      signal,
      ...share
    }: Pick<RenderAllTask, 'root' | 'site' | 'part' | 'parts' | 'maxMs'> & {
      signal: AbortSignal | undefined;
    },
    onProgress: (rendered: number) => void,
  ): Promise<Rendered> {
    let rendered = 0;
    const failed: Rendered['failed'] = [];
    // Doesn't end the shared thread: it soon yields by itself, and the next publish would have to
    // start a new one.
    const ofThread = share.maxMs === Number.POSITIVE_INFINITY ? signal : undefined;
    for (let isDone = false; !isDone; ) {
      signal?.throwIfAborted();
      const { port1, port2 } = new MessageChannel();
      port1.on('message', (count) => onProgress(Math.max(rendered, count)));
      try {
        const skip = new Set(failed.map(({ path }) => path));
        const part: RenderedPart = await thread.run<RenderedPart>(
          'renderAll',
          { ...share, port: port2, skip },
          {
            transferList: [port2],
            timeoutMs: FULL_RENDER_TIMEOUT_MS,
            ...(ofThread && { signal: ofThread }),
          },
        );
        failed.push(...part.failed);
        ({ rendered, isDone } = part);
      } catch (error) {
        if (error instanceof PageTimeoutError) {
          failed.push({ path: error.path, error: error.message });
        } else if (asUnavailable(error)) await this.#waitForDatabase(error);
        else throw error;
      } finally {
        port1.close();
      }
    }
    return { rendered, failed };
  }

  async #countPages(): Promise<number> {
    for (;;) {
      try {
        // This often starts the thread, which takes a while on a busy machine.
        return await this.#pages.run('countPages', {}, { timeoutMs: FULL_RENDER_TIMEOUT_MS });
      } catch (error) {
        if (!asUnavailable(error)) throw error;
        await this.#waitForDatabase(error);
      }
    }
  }

  /** Retries, once and with more time, failed pages that a release needs. It doesn't need posts. */
  async #retryPages({ rendered, failed }: Rendered, target: Target): Promise<Rendered> {
    const isNeeded = ({ path }: { path: string }) => !isPost(path) || isReplaceable(path);
    const result: Rendered = { rendered, failed: failed.filter((page) => !isNeeded(page)) };
    for (const { path } of failed.filter(isNeeded)) {
      try {
        await this.#retries.run('writePages', { targets: [target], paths: [path] });
        result.rendered++;
      } catch (error) {
        result.failed.push({ path, error: errorMessage(error) });
        // The release fails, unless this is an own page.
        if (!isReplaceable(path)) break;
      }
    }
    return result;
  }

  async #waitForDatabase(error: unknown): Promise<void> {
    reportDatabaseError(this.#options.log, error, 'the full render waits');
    await wait(DATABASE_RETRY_MS);
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    const threads = [this.#pages, this.#retries, this.#previewThread];
    await Promise.all(threads.map((thread) => thread.destroy()));
  }
}

/** Returns whether the page of this post took too long. */
function isTimeoutOf(error: unknown, slug: string): boolean {
  return error instanceof PageTimeoutError && error.path === addressOf(slug);
}

/** Returns the result for changes that all failed with this error. */
export function failedBatch(changes: Pick<Change, 'postId' | 'slug'>[], error: unknown) {
  const results = changes.map(({ postId, slug }) => ({
    postId,
    error: errorMessage(error),
    isTooSlow: isTimeoutOf(error, slug),
    isDatabaseUnavailable: asUnavailable(error) !== undefined,
    renderMs: 0,
  }));
  return { results, paths: [], deferred: [] };
}

function mergeBatches(parts: BatchResult[]): BatchResult {
  return {
    results: parts.flatMap((part) => part.results),
    paths: parts.flatMap((part) => part.paths),
    deferred: parts.flatMap((part) => part.deferred),
  };
}
