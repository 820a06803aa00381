import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { rateLimits } from '../schema.ts';
import { prepared } from './prepared.ts';

export type RateLimitRow = typeof rateLimits.$inferSelect;

/** A window ends between these; one that ends later was begun before the clock was put back, and is over. */
export interface WindowBounds {
  now: Date;
  latest: Date;
}

const inTime = ({ now, latest }: WindowBounds) => ({
  now: now.getTime(),
  latest: latest.getTime(),
});

const counter = prepared((db) =>
  db
    .select()
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.key, sql.placeholder('key')),
        or(
          and(
            gt(rateLimits.expiresAt, sql.placeholder('now')),
            lte(rateLimits.expiresAt, sql.placeholder('latest')),
          ),
          isNull(rateLimits.expiresAt),
        ),
      ),
    )
    .prepare(),
);

/** The counter of a key, unless its window is over. */
export async function findRateLimit(
  db: Db,
  key: string,
  bounds: WindowBounds,
): Promise<RateLimitRow | undefined> {
  return await counter(db).get({ key, ...inTime(bounds) });
}

const ROW = {
  key: sql.placeholder('key'),
  points: sql.placeholder('points'),
  expiresAt: sql.placeholder('expiresAt'),
};
const isOver = sql`(${rateLimits.expiresAt} <= ${sql.placeholder('now')} or ${rateLimits.expiresAt} > ${sql.placeholder('latest')})`;
const add = prepared((tx) =>
  tx
    .insert(rateLimits)
    .values(ROW)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else ${rateLimits.points} + excluded.points end`,
        expiresAt: sql`case when ${isOver} then excluded.expires_at else ${rateLimits.expiresAt} end`,
      },
    })
    .returning()
    .prepare(),
);
const replaceWith = prepared((tx) =>
  tx
    .insert(rateLimits)
    .values(ROW)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { points: sql`excluded.points`, expiresAt: sql`excluded.expires_at` },
    })
    .returning()
    .prepare(),
);

/**
 * Adds points to the counter of a key, in its running window or, when there is none, in a new one that
 * ends at `expiresAt`; gives the counter. With `replace` the counter is set to `row` instead.
 */
export async function addRateLimitPoints(
  tx: Db,
  row: RateLimitRow,
  { replace, ...bounds }: WindowBounds & { replace: boolean },
): Promise<RateLimitRow> {
  const [written] = replace
    ? await replaceWith(tx).all({ ...row })
    : await add(tx).all({ ...row, ...inTime(bounds) });
  if (written === undefined) throw new Error('The counter was not written');
  return written;
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
