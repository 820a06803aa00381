import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { rateLimits } from '../schema.ts';

export type RateLimitRow = typeof rateLimits.$inferSelect;

/** The counter of a key, unless its window is over. */
export async function findRateLimit(
  db: Db,
  key: string,
  now: Date,
): Promise<RateLimitRow | undefined> {
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(
      and(eq(rateLimits.key, key), or(gt(rateLimits.expiresAt, now), isNull(rateLimits.expiresAt))),
    );
  return row;
}

/**
 * Adds points to the counter of a key, in its running window or, when there is none, in a new one that
 * ends at `expiresAt`; gives the counter. With `replace` the counter is set to `row` instead.
 */
export async function addRateLimitPoints(
  tx: Db,
  row: RateLimitRow,
  { now, replace }: { now: Date; replace: boolean },
): Promise<RateLimitRow> {
  const over = sql`${rateLimits.expiresAt} <= ${sql.param(now, rateLimits.expiresAt)}`;
  const [counter] = await tx
    .insert(rateLimits)
    .values(row)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: replace
        ? { points: row.points, expiresAt: row.expiresAt }
        : {
            points: sql`case when ${over} then excluded.points else ${rateLimits.points} + excluded.points end`,
            expiresAt: sql`case when ${over} then excluded.expires_at else ${rateLimits.expiresAt} end`,
          },
    })
    .returning();
  if (counter === undefined) throw new Error('The counter was not written');
  return counter;
}

/** Gives whether there was a counter. */
export async function deleteRateLimit(tx: Db, key: string): Promise<boolean> {
  const gone = await tx.delete(rateLimits).where(eq(rateLimits.key, key)).returning();
  return gone.length > 0;
}

/** Removes the counters whose window is over at `now`. */
export async function deleteExpiredRateLimits(tx: Db, now: Date): Promise<void> {
  await tx.delete(rateLimits).where(lte(rateLimits.expiresAt, now));
}
