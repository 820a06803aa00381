import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { rateLimits } from '../schema.ts';

export type RateLimitRow = typeof rateLimits.$inferSelect;

/** A window ends between these; one that ends later was begun before the clock was put back, and is over. */
export interface WindowBounds {
  now: Date;
  latest: Date;
}

/** The counter of a key, unless its window is over. */
export async function findRateLimit(
  db: Db,
  key: string,
  { now, latest }: WindowBounds,
): Promise<RateLimitRow | undefined> {
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.key, key),
        or(
          and(gt(rateLimits.expiresAt, now), lte(rateLimits.expiresAt, latest)),
          isNull(rateLimits.expiresAt),
        ),
      ),
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
  { now, latest, replace }: WindowBounds & { replace: boolean },
): Promise<RateLimitRow> {
  const [from, to] = [now, latest].map((at) => sql.param(at, rateLimits.expiresAt));
  const over = sql`(${rateLimits.expiresAt} <= ${from} or ${rateLimits.expiresAt} > ${to})`;
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
