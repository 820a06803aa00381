import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { UnavailableError } from './errors.ts';

/** The message that a thread posts for each task. */
export interface ThreadAnswer<T = unknown> {
  body?: T;
  /** Errors lose their code when they are posted to another thread. */
  failure?: { message: string; code?: string };
}

/** An idle thread takes 30 MB, so it ends after this time. The next task starts a new one. */
const IDLE_MS = 10_000;
/** A start takes 50 ms, or seconds on a busy machine. */
const MAX_START_MS = 30_000;

export type WorkerThread = ReturnType<typeof createWorkerThread>;

interface ThreadOptions {
  /** Posts a message when it's ready, and a `ThreadAnswer` for each message it receives. */
  script: URL;
  workerData?: unknown;
  deadlineMs: number;
  /** The error for a task that took too long, or that ended the thread. */
  failed(): UnavailableError;
  log: Pick<Logger, 'error'>;
  idleMs?: number;
}

/**
 * Creates a thread for tasks that would block the main thread. It starts with the first task and
 * doesn't keep the process alive. A task that takes longer than `deadlineMs` ends with `failed()`,
 * and the thread is replaced, as after a crash. The deadline doesn't include the start: a slow
 * machine would replace the thread before it did anything.
 */
export function createWorkerThread({
  script,
  workerData,
  deadlineMs,
  failed,
  log,
  idleMs = IDLE_MS,
}: ThreadOptions) {
  let thread: { worker: Worker; ready: Promise<unknown> } | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start() {
    const worker = new Worker(script, { workerData });
    worker.unref();
    worker.on('error', (err) => log.error({ err }, 'a thread ended unexpectedly'));
    worker.on('exit', () => {
      if (thread?.worker === worker) thread = undefined;
    });
    return { worker, ready: nextMessage(worker, MAX_START_MS) };
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = thread?.worker;
    thread = undefined;
    await stopped?.terminate();
  }

  async function onThread<T>(use: (worker: Worker) => Promise<T>): Promise<T> {
    clearTimeout(idle);
    thread ??= start();
    const { worker, ready } = thread;
    try {
      await ready;
      return await use(worker);
    } catch (err) {
      // SQLite can't be interrupted here: the thread ends after its current step. There is no
      // second thread until then, or slow tasks would take every core.
      log.error({ err }, 'a thread task failed');
      await stop();
      throw failed();
    } finally {
      clearTimeout(idle);
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  }

  async function answerTo(task: object): Promise<ThreadAnswer> {
    return await onThread(async (worker) => {
      worker.postMessage(task);
      return (await nextMessage(worker, deadlineMs)) as ThreadAnswer;
    });
  }

  return {
    /** Starts the thread if there is none. For callers with a deadline of their own. */
    ready: () => onThread(async () => undefined),
    /**
     * Runs a task and returns the body of its answer. Call it only when the previous one has ended.
     */
    async run<T>(task: object): Promise<T> {
      const { body, failure } = await answerTo(task);
      // SQLite's code decides the status of the response.
      if (failure) throw Object.assign(new Error(failure.message), { code: failure.code });
      return body as T;
    },
    stop,
  };
}

/** Waits for a message. Throws if the thread ends or the deadline passes. */
async function nextMessage(worker: Worker, deadlineMs: number): Promise<unknown> {
  const over = new AbortController();
  const options = { signal: over.signal };
  const deadline = setTimeout(() => over.abort(new Error('The task took too long')), deadlineMs);
  try {
    const answered = once(worker, 'message', options);
    const ended = once(worker, 'exit', options).then(() => {
      throw new Error('The thread ended');
    });
    const [message] = await Promise.race([answered, ended]);
    return message;
  } finally {
    clearTimeout(deadline);
    over.abort();
  }
}
