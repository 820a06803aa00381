import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/client.ts';
import {
  countOpenJobs,
  deleteJob,
  findJob,
  insertJob,
  type JobKind,
} from '../../db/queries/jobs.ts';
import { lockUser } from '../../db/queries/users.ts';
import { newId } from '../../db/schema/types.ts';
import { ApiError, TooManyRequestsError, UnauthorizedError, UnavailableError } from '../errors.ts';
import type { JobKinds, JobOutcome } from './types.ts';

/** Open jobs per user. A browser waits for one at a time. */
const MAX_PER_USER = 8;
const MAX_OPEN = 200;
/** How long a call waits. A gateway gives up after 30 s, users sooner. */
const MAX_WAIT_MS = 8_000;
/** The publisher looks for jobs every 250 ms, and a preview takes about 20 ms. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 500;
/** A preview is soon outdated. A later call may read the result of an upload. */
const LIFETIME_MS: Record<JobKind, number> = {
  preview: 30_000,
  'page-preview': 30_000,
  upload: 5 * 60_000,
  avatar: 5 * 60_000,
};

interface NewJob<Kind extends JobKind> {
  kind: Kind;
  userId: string;
  task: JobKinds[Kind]['task'];
  /** A second job with the same id joins the first one. */
  id?: string;
}

export type Jobs = ReturnType<typeof createJobs>;

/** Lets the publisher run jobs (../job-worker.ts) for a process without render threads or sharp. */
export function createJobs(database: Database, { maxWaitMs = MAX_WAIT_MS } = {}) {
  /**
   * Adds a job and returns its id. Throws a TooManyRequestsError or an UnavailableError when too
   * many are waiting.
   */
  async function add<Kind extends JobKind>(job: NewJob<Kind>): Promise<string> {
    const { kind, userId, task, id = newId() } = job;
    await database.transaction(async (tx) => {
      // The lock makes concurrent calls see each other's jobs.
      if ((await lockUser(tx, userId)) === undefined) throw new UnauthorizedError();
      const open = await countOpenJobs(tx, userId);
      if (open.ofUser >= MAX_PER_USER) {
        throw new TooManyRequestsError('Your previous requests are still running.', 5);
      }
      if (open.all >= MAX_OPEN) {
        throw new UnavailableError('The server is very busy. Please try again in a moment.', 5);
      }
      await insertJob(tx, { id, kind, userId, task: JSON.stringify(task) }, LIFETIME_MS[kind]);
    });
    return id;
  }

  /** Waits for the result, as JSON. Throws an UnavailableError if it takes too long. */
  async function resultOf(id: string): Promise<string> {
    const until = performance.now() + maxWaitMs;
    for (
      let ms = FIRST_PAUSE_MS;
      performance.now() < until;
      ms = Math.min(ms * 1.5, MAX_PAUSE_MS)
    ) {
      await pause(ms);
      const job = await findJob(database.read, id);
      // Expired, or the user was deleted.
      if (job === undefined) break;
      if (job.result !== null) return job.result;
    }
    throw new UnavailableError('This takes longer than usual. Please try again in a moment.', 5);
  }

  return {
    add,
    /** Returns whether this user has a job with this id. */
    async has(id: string, userId: string): Promise<boolean> {
      return (await findJob(database.read, id))?.userId === userId;
    },
    /**
     * Adds a job and returns its result. Throws like `add`, or throws the ApiError of the worker.
     */
    async run<Kind extends JobKind>(job: NewJob<Kind>): Promise<JobKinds[Kind]['result']> {
      const id = await add(job);
      const outcome = JSON.parse(await resultOf(id)) as JobOutcome<Kind>;
      await database.transaction((tx) => deleteJob(tx, id));
      if ('result' in outcome) return outcome.result;
      const { statusCode, message, headers, code } = outcome.refusal;
      throw new ApiError(statusCode, message, { headers, code });
    },
  };
}
