import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { RenderedPage, SentPage } from './types.ts';

/** Options for starting a thread. */
export type ThreadOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** Sent when the thread starts rendering a page, and with `null` when it's done. */
export interface PageMessage {
  rendering: string | null;
}

/**
 * A page takes about a millisecond. A thread with a task that takes this long is stuck and gets
 * replaced.
 */
export const TASK_TIMEOUT_MS = 15_000;
/** For a page that waits. A database statement ends after 15 s (db/deadline.ts). */
const MAX_PAGE_MS = 20_000;

/** A page took too long, and its thread was ended. */
export class PageTimeoutError extends Error {
  readonly path: string;

  constructor(path: string, limitMs: number) {
    super(`Rendering ${path} took over ${limitMs / 1000} s.`);
    this.name = 'PageTimeoutError';
    this.path = path;
  }
}

interface RunOptions {
  /** For the task, including its time in the queue. */
  timeoutMs?: number;
  signal?: AbortSignal;
  transferList?: NonNullable<Parameters<Piscina['run']>[1]>['transferList'];
}

/**
 * A thread that renders, one task at a time. A post that takes too long ends it, because nothing
 * else stops a synchronous render; the next task gets a new thread.
 */
export class RenderThread {
  readonly #pool: Piscina;
  readonly #limitMs: number;
  /** In the order in which the tasks run. */
  readonly #tasks = new Set<AbortController>();
  #page: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  /**
   * `limitMs` is the maximum computing time for the page of a post, without waiting for the
   * database. `log` gets errors outside of tasks.
   */
  constructor(options: ThreadOptions, limitMs: number, log?: Logger) {
    this.#limitMs = limitMs;
    this.#pool = new Piscina({ ...options, maxThreads: 1 });
    this.#pool.on('error', (error: Error) =>
      log?.error({ err: error.message }, 'a render thread ended unexpectedly'),
    );
    this.#pool.on('message', ({ rendering }: PageMessage) => this.#watch(rendering));
  }

  get isRunning(): boolean {
    return this.#pool.threads.length > 0;
  }

  /**
   * Runs a function of worker/tasks.ts. Throws its error, a `PageTimeoutError`, or the reason of
   * `signal`; the last two only after the thread has ended, so it writes no more files.
   */
  async run<T>(name: string, task: object, options: RunOptions = {}): Promise<T> {
    const { timeoutMs, transferList = [] } = options;
    const controller = new AbortController();
    const signals = [controller.signal];
    if (options.signal) signals.push(options.signal);
    if (timeoutMs !== undefined) signals.push(AbortSignal.timeout(timeoutMs));
    const signal = AbortSignal.any(signals);
    // Before the pool's own listener, which removes the thread from the pool.
    const threads: Piscina['threads'] = [];
    signal.addEventListener('abort', () => threads.push(...this.#pool.threads), { once: true });
    this.#tasks.add(controller);
    try {
      return (await this.#pool.run(task, { name, signal, transferList })) as T;
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      const [first] = this.#tasks;
      // The thread may have ended in the middle of a page.
      if (first === controller) this.#watch(null);
      this.#tasks.delete(controller);
    }
    const ended = threads.filter((thread) => !this.#pool.threads.includes(thread));
    await Promise.all(ended.map((thread) => thread.terminate()));
    // With `minThreads: 0`, Piscina starts the next thread for a new task, but not for waiting
    // ones.
    if (this.#tasks.size > 0) this.#pool.run({}, { name: 'wake' }).catch(() => undefined);
    throw signal.reason;
  }

  /** Runs a task that returns a page. */
  async render(name: 'render' | 'preview' | 'previewPage', task: object): Promise<RenderedPage> {
    const page = await this.run<SentPage>(name, task, { timeoutMs: TASK_TIMEOUT_MS });
    return { ...page, body: Buffer.from(page.body) };
  }

  async destroy(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#pool.destroy();
  }

  #watch(path: string | null): void {
    clearTimeout(this.#timer);
    this.#page = path;
    if (path === null) return;
    const startedAt = performance.now();
    const activeAtStart = this.#activeMs();
    const limitMs = this.#limitMs;
    // If this thread was busy, the page's last message may already be waiting.
    const check = () => {
      if (this.#page !== path) return;
      const leftMs = limitMs - (this.#activeMs() - activeAtStart);
      const isOver = leftMs <= 0 || performance.now() - startedAt >= MAX_PAGE_MS;
      const [running] = this.#tasks;
      if (isOver) running?.abort(new PageTimeoutError(path, limitMs));
      else this.#checkIn(leftMs, check);
    };
    this.#checkIn(limitMs, check);
  }

  #checkIn(ms: number, check: () => void): void {
    this.#timer = setTimeout(() => setImmediate(check), Math.ceil(ms));
    this.#timer.unref();
  }

  /** The thread's computing time in milliseconds, without waiting. */
  #activeMs(): number {
    return this.#pool.threads[0]?.performance.eventLoopUtilization().active ?? 0;
  }
}
