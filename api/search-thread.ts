import { UnavailableError } from './errors.ts';
import { createWorkerThread, type WorkerThread } from './worker-thread.ts';

const WORKER = new URL('./posts/search/worker.ts', import.meta.url);

export type SearchThread = WorkerThread;

type SearchThreadOptions = Pick<
  Parameters<typeof createWorkerThread>[0],
  'deadlineMs' | 'log' | 'idleMs'
> & {
  /** The script of the thread. */
  script?: URL;
};

/** Creates a thread that searches a database file: the posts, unless `script` is given. */
export function createSearchThread(
  file: string,
  { script = WORKER, ...options }: SearchThreadOptions,
): SearchThread {
  return createWorkerThread({
    ...options,
    script,
    workerData: { file },
    failed: () =>
      new UnavailableError('The search failed. Please try again in a moment.', RETRY_SECONDS),
  });
}

const RETRY_SECONDS = 2;
