import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { rateLimits } from '../schema.ts';
import { prepared } from './query.ts';

export type RateLimitRow = typeof rateLimits.$inferSelect;

/**
 * A current window ends between these instants. A window that ends later was started before the
 * clock was set back, and is over.
 */
export interface WindowBounds {
  now: Date;
  latest: Date;
}

const find = prepared((db) =>
  db
    .select()
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.key, sql.placeholder('key')),
        gt(rateLimits.expiresAt, sql.placeholder('now')),
        lte(rateLimits.expiresAt, sql.placeholder('latest')),
      ),
    ),
);

/** Returns the counter of a key, or `undefined` if its window is over. */
export async function findRateLimit(
  db: Db,
  key: string,
  { now, latest }: WindowBounds,
): Promise<RateLimitRow | undefined> {
  const [row] = await find(db, { key, now: now.getTime(), latest: latest.getTime() });
  return row;
}

/** Returns the counters of these keys, by key, even if their windows are over. */
export async function findRateLimits(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, RateLimitRow>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select()
    .from(rateLimits)
    .where(inArray(rateLimits.key, [...keys]));
  return new Map(rows.map((row) => [row.key, row]));
}

const isOver = sql`(${rateLimits.expiresAt} <= ${sql.placeholder('now')} or ${rateLimits.expiresAt} > ${sql.placeholder('latest')})`;
const add = prepared((tx) =>
  tx
    .insert(rateLimits)
    .values({
      key: sql.placeholder('key'),
      points: sql.placeholder('points'),
      expiresAt: sql.placeholder('expiresAt'),
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else ${rateLimits.points} + excluded.points end`,
        expiresAt: sql`case when ${isOver} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
    })
    .returning(),
);

/**
 * Adds points to the current window of a key, or to a new one until `expiresAt`. Returns the
 * counter.
 */
export async function addRateLimitPoints(
  tx: Db,
  row: RateLimitRow,
  { now, latest }: WindowBounds,
): Promise<RateLimitRow> {
  const [written] = await add(tx, { ...row, now: now.getTime(), latest: latest.getTime() });
  if (written === undefined) throw new Error('The counter was not written');
  return written;
}

export async function deleteRateLimit(tx: Db, key: string): Promise<void> {
  await tx.delete(rateLimits).where(eq(rateLimits.key, key));
}

export async function deleteExpiredRateLimits(tx: Db, now: Date): Promise<void> {
  await tx.delete(rateLimits).where(lte(rateLimits.expiresAt, now));
}
