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

/** An idle thread ends after this time: it holds 30 MB. */
const IDLE_MS = 5 * 60_000;
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
 * and the thread is replaced, as it is after a crash.
 */
export function createSearchThread(
  file: string,
  { deadlineMs, log, idleMs = IDLE_MS, script = WORKER }: ThreadOptions,
) {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(script, { workerData: { file } });
    started.unref();
    started.on('error', (err) => log.error({ err }, 'the search thread ended unexpectedly'));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  }

  async function search(task: SearchTask): Promise<SearchAnswer> {
    clearTimeout(idle);
    worker ??= start();
    try {
      return await nextAnswer(worker, task, deadlineMs);
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

/** Sends a task and waits for the answer. Throws when the thread ends or the deadline passes. */
async function nextAnswer(
  worker: Worker,
  task: SearchTask,
  deadlineMs: number,
): Promise<SearchAnswer> {
  const over = new AbortController();
  const options = { signal: over.signal };
  const deadline = setTimeout(() => over.abort(new Error('The search took too long')), deadlineMs);
  try {
    const answered = once(worker, 'message', options);
    const ended = once(worker, 'exit', options).then(() => {
      throw new Error('The search thread ended');
    });
    worker.postMessage(task);
    const [answer] = await Promise.race([answered, ended]);
    return answer as SearchAnswer;
  } finally {
    clearTimeout(deadline);
    // Removes the listeners.
    over.abort();
  }
}
