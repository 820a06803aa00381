import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { jobs } from '../schema.ts';
import { databaseTime } from './clock.ts';

export type JobRow = typeof jobs.$inferSelect;
export type JobKind = JobRow['kind'];

const now = sql`${databaseTime}`;
const inMs = (ms: number) => sql`${databaseTime} + ${ms}`;
const isOpen = and(isNull(jobs.result), or(isNull(jobs.takenUntil), lte(jobs.takenUntil, now)));
const isExpired = lte(jobs.expiresAt, now);

/** SQL condition: there are open or expired jobs. For use in a query that runs often anyway. */
export const jobsAreWaiting: SQL<boolean> =
  sql`exists(select 1 from ${jobs} where ${isExpired} or (${isOpen}))`.mapWith(Boolean);

/**
 * Adds a job, which is deleted after `ttlMs`. Does nothing if there is already a job with this id.
 */
export async function insertJob(
  tx: Db,
  job: Pick<JobRow, 'id' | 'kind' | 'userId' | 'task'>,
  ttlMs: number,
): Promise<void> {
  await tx
    .insert(jobs)
    .values({ ...job, createdAt: now, expiresAt: inMs(ttlMs) })
    .onConflictDoNothing();
}

/** Counts the jobs without a result: of one user, and in total. */
export async function countOpenJobs(
  db: Db,
  userId: string,
): Promise<{ ofUser: number; all: number }> {
  const [row] = await db
    .select({
      ofUser: sql<number>`count(case when ${jobs.userId} = ${userId} then 1 end)`.mapWith(Number),
      all: sql<number>`count(*)`.mapWith(Number),
    })
    .from(jobs)
    .where(and(isNull(jobs.result), gt(jobs.expiresAt, now)));
  return row ?? { ofUser: 0, all: 0 };
}

/**
 * Returns the user and the result (`null` until it's done) of a job, or `undefined` if there is
 * none.
 */
export async function findJob(
  db: Db,
  id: string,
): Promise<Pick<JobRow, 'userId' | 'result'> | undefined> {
  const [row] = await db
    .select({ userId: jobs.userId, result: jobs.result })
    .from(jobs)
    .where(eq(jobs.id, id));
  return row;
}

/**
 * Takes the oldest open job for `ttlMs`: no other worker gets it until then. Returns `undefined` if
 * there is none.
 */
export async function takeJob(tx: Db, ttlMs: number): Promise<JobRow | undefined> {
  // Workers on PostgreSQL skip each other's rows. SQLite has one writer at a time.
  const lock = sql.raw(engine === 'postgres' ? 'for update skip locked' : '');
  const oldest = sql`(select ${jobs.id} from ${jobs} where ${isOpen} order by ${jobs.createdAt} limit 1 ${lock})`;
  const [row] = await tx
    .update(jobs)
    .set({ takenUntil: inMs(ttlMs) })
    .where(eq(jobs.id, oldest))
    .returning();
  return row;
}

/** Stores the result of a job. Does nothing if the job is gone. */
export async function finishJob(tx: Db, id: string, result: string): Promise<void> {
  await tx.update(jobs).set({ result }).where(eq(jobs.id, id));
}

export async function deleteJob(tx: Db, id: string): Promise<void> {
  await tx.delete(jobs).where(eq(jobs.id, id));
}

export async function deleteExpiredJobs(tx: Db): Promise<void> {
  await tx.delete(jobs).where(isExpired);
}
