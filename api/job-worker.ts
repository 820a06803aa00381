import { setTimeout as wait } from 'node:timers/promises';
import {
  deleteExpiredJobs,
  finishJob,
  type JobKind,
  type JobRow,
  takeJob,
} from '../db/queries/jobs.ts';
import { copyPicture } from './auth/providers/picture.ts';
import { ApiError } from './errors.ts';
import { internalError, storageFault } from './http/errors.ts';
import type { JobKinds, JobOutcome } from './jobs/types.ts';
import type { Services } from './services.ts';
import { completeUploadFor } from './uploads/uploads.ts';

/** The render thread and the decoder have their own queues. */
const MAX_RUNNING = 8;
/** Longer than any job takes. After this time, another worker takes the job. */
const TAKEN_MS = 3 * 60_000;
/** How long a stop waits for running jobs. */
const STOP_MS = 10_000;

type Work = {
  [Kind in JobKind]: (
    task: JobKinds[Kind]['task'],
    userId: string,
  ) => Promise<JobKinds[Kind]['result']>;
};

export interface JobWorker {
  /** Runs jobs until none is waiting. Call it when there are some (`jobsAreWaiting`). */
  wake(): void;
  /** Takes no more jobs, and waits a moment for the running ones. */
  stop(): Promise<void>;
}

/** Returns a function that runs a job and returns its outcome. It never throws. */
function createWork(services: Services): (job: JobRow) => Promise<JobOutcome> {
  const { log, publisher } = services;
  const work: Work = {
    async preview(draft, userId) {
      const page = await publisher.preview(draft, { userId });
      return { ...page, body: page.body.toString() };
    },
    async 'page-preview'(task, userId) {
      const page = await publisher.previewPage(task, { userId });
      return { ...page, body: page.body.toString() };
    },
    upload: ({ name, sessionHash }, userId) =>
      completeUploadFor(services, { userId, sessionHash }, name),
    async avatar({ address }, userId) {
      await copyPicture(services, userId, address);
      return null;
    },
  };
  return async ({ id, kind, task, userId }) => {
    try {
      // TypeScript can't see that the task has the type of its kind.
      const run = work[kind] as Work['preview'];
      return { result: await run(JSON.parse(task), userId) };
    } catch (error) {
      if (!(error instanceof ApiError)) log.error({ job: id, kind, err: error }, 'a job failed');
      const refusal = error instanceof ApiError ? error : (storageFault(error) ?? internalError);
      const { statusCode, message, headers, code } = refusal;
      return { refusal: { statusCode, message, headers, code } };
    }
  };
}

/** Runs the jobs that functions add (jobs/queue.ts). Several workers can share the table. */
export function createJobWorker(services: Services): JobWorker {
  const { database, log } = services;
  const outcomeOf = createWork(services);
  const running = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let isStopped = false;

  async function run(job: JobRow): Promise<void> {
    const outcome = JSON.stringify(await outcomeOf(job));
    await database.transaction((tx) => finishJob(tx, job.id, outcome));
  }

  async function takeAll(): Promise<void> {
    await database.transaction((tx) => deleteExpiredJobs(tx));
    while (!isStopped && running.size < MAX_RUNNING) {
      const job = await database.transaction((tx) => takeJob(tx, TAKEN_MS));
      if (job === undefined) return;
      const done: Promise<void> = run(job)
        .catch((err: unknown) => log.error({ err }, 'the result of a job could not be stored'))
        .finally(() => {
          running.delete(done);
          wake();
        });
      running.add(done);
    }
  }

  function wake(): void {
    if (isStopped) return;
    taking ??= takeAll()
      .catch((err: unknown) => log.error({ err }, 'jobs could not be taken'))
      .finally(() => {
        taking = undefined;
      });
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      await taking;
      await Promise.race([Promise.all(running), wait(STOP_MS, undefined, { ref: false })]);
    },
  };
}
