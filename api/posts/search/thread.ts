import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { UnavailableError } from '../../errors.ts';
import type { SearchTask } from './answer.ts';

export type Json = Uint8Array<ArrayBuffer>;

interface Answer {
  body?: Json;
  failure?: { message: string; code?: string };
}

export interface SearchThread {
  /** Runs a search. One at a time: wait for the end of the one before. */
  run(task: SearchTask): Promise<Json>;
  stop(): Promise<void>;
}

/** A thread that has nothing to do for so long ends: it holds 30 MB. */
const IDLE_MS = 5 * 60_000;

interface ThreadOptions {
  deadlineMs: number;
  log: Logger;
  idleMs?: number;
  /** What runs on the thread. */
  script?: URL;
}

const WORKER = new URL('./worker.ts', import.meta.url);

/**
 * A thread that searches in a database file. It starts with the first search and doesn't keep the process
 * alive. A search that takes longer than `deadlineMs` gets an UnavailableError, and the thread is replaced;
 * so is one that dies.
 */
export function searchThread(
  file: string,
  { deadlineMs, log, idleMs = IDLE_MS, script = WORKER }: ThreadOptions,
): SearchThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(script, {
      workerData: { file },
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    started.unref();
    const forget = () => {
      if (worker === started) worker = undefined;
    };
    started.on('error', (error) => {
      log.error({ err: error }, 'the search thread ended unexpectedly');
      forget();
    });
    started.on('exit', forget);
    return started;
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  }

  async function answerOf(task: SearchTask): Promise<Answer> {
    clearTimeout(idle);
    worker ??= start();
    const over = new AbortController();
    const deadline = setTimeout(() => over.abort(), deadlineMs);
    const options = { signal: over.signal };
    try {
      const answered = once(worker, 'message', options);
      const ended = once(worker, 'exit', options).then(() => {
        throw new Error('The search thread ended');
      });
      worker.postMessage(task);
      const [answer] = await Promise.race([answered, ended]);
      return answer as Answer;
    } catch (error) {
      // SQLite can't be interrupted from here: the thread ends after the step it is in. Until then there is
      // no second one, or slow searches would take every core.
      log.error({ err: error, tookTooLong: over.signal.aborted }, 'a search failed');
      await stop();
      throw new UnavailableError('The search failed. Please try again in a moment.', 2);
    } finally {
      clearTimeout(deadline);
      over.abort();
      idle = setTimeout(() => void stop(), idleMs).unref();
    }
  }

  return {
    async run(task) {
      const { body, failure } = await answerOf(task);
      if (body) return body;
      // With the code of SQLite, which says what to answer.
      throw Object.assign(new Error(failure?.message), { code: failure?.code });
    },
    stop,
  };
}
