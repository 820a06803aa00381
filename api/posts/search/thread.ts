import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { UnavailableError } from '../../errors.ts';
import type { SearchTask } from '../serialize.ts';

export interface SearchAnswer {
  /** JSON. */
  body?: string;
  failure?: { message: string; code?: string };
}

/** An idle thread holds 30 MB, so it ends after this time. The next search starts a new one. */
const IDLE_MS = 10_000;
/** It takes 50 ms, and seconds on a busy machine. */
const MAX_START_MS = 30_000;
const WORKER = new URL('./worker.ts', import.meta.url);

export type SearchThread = ReturnType<typeof createSearchThread>;

interface ThreadOptions {
  deadlineMs: number;
  log: Logger;
  idleMs?: number;
  /** The script of the thread. */
  script?: URL;
}

/**
 * Creates a thread that searches a database file. It starts with the first search and doesn't keep
 * the process alive. A search that takes longer than `deadlineMs` ends with an UnavailableError,
 * and the thread is replaced, as it is after a crash. The start doesn't count: a slow machine would
 * replace the thread before it ever searched.
 */
export function createSearchThread(
  file: string,
  { deadlineMs, log, idleMs = IDLE_MS, script = WORKER }: ThreadOptions,
) {
  let thread: { worker: Worker; ready: Promise<unknown> } | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start() {
    const worker = new Worker(script, { workerData: { file } });
    worker.unref();
    worker.on('error', (err) => log.error({ err }, 'the search thread ended unexpectedly'));
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

  async function search(task: SearchTask): Promise<SearchAnswer> {
    clearTimeout(idle);
    thread ??= start();
    const { worker, ready } = thread;
    try {
      await ready;
      worker.postMessage(task);
      return (await nextMessage(worker, deadlineMs)) as SearchAnswer;
    } catch (err) {
      // SQLite can't be interrupted here: the thread ends after its current step. Until then there
      // is no second thread, or slow searches would take every core.
      log.error({ err }, 'a search failed');
      await stop();
      throw new UnavailableError('The search failed. Please try again in a moment.', 2);
    } finally {
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  }

  return {
    /** Runs a search and returns its JSON. Call it only when the previous search has ended. */
    async run(task: SearchTask): Promise<string> {
      const { body, failure } = await search(task);
      if (body !== undefined) return body;
      // SQLite's code decides the status of the response.
      throw Object.assign(new Error(failure?.message), { code: failure?.code });
    },
    stop,
  };
}

/** Waits for a message. Throws when the thread ends or the deadline passes. */
async function nextMessage(worker: Worker, deadlineMs: number): Promise<unknown> {
  const over = new AbortController();
  const options = { signal: over.signal };
  const deadline = setTimeout(() => over.abort(new Error('The search took too long')), deadlineMs);
  try {
    const answered = once(worker, 'message', options);
    const ended = once(worker, 'exit', options).then(() => {
      throw new Error('The search thread ended');
    });
    const [message] = await Promise.race([answered, ended]);
    return message;
  } finally {
    clearTimeout(deadline);
    // Removes the listeners.
    over.abort();
  }
}
