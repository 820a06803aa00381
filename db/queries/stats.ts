import { count, gte, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { comments, posts, users } from '../schema.ts';

/** What was created in a month (`2025-01`, in UTC). */
export interface MonthCounts {
  month: string;
  posts: number;
  comments: number;
  users: number;
}

/** Returns the counts of the last 12 months including that of `now`, oldest first. */
export async function monthlyCounts(db: Db, now: Date): Promise<MonthCounts[]> {
  const months = Array.from(
    { length: 12 },
    (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + i)),
  );
  const since = months[0] ?? now;
  const [byPosts, byComments, byUsers] = await Promise.all([
    countsSince(db, posts, since),
    countsSince(db, comments, since),
    countsSince(db, users, since),
  ]);
  return months.map((start) => {
    const month = start.toISOString().slice(0, 7);
    return {
      month,
      posts: byPosts.get(month) ?? 0,
      comments: byComments.get(month) ?? 0,
      users: byUsers.get(month) ?? 0,
    };
  });
}

async function countsSince(
  db: Db,
  table: typeof posts | typeof comments | typeof users,
  since: Date,
): Promise<Map<string, number>> {
  const month =
    engine === 'postgres'
      ? sql<string>`to_char(to_timestamp(${table.createdAt} / 1000) at time zone 'UTC', 'YYYY-MM')`
      : sql<string>`strftime('%Y-%m', ${table.createdAt} / 1000, 'unixepoch')`;
  const rows = await db
    .select({ month, n: count() })
    .from(table)
    .where(gte(table.createdAt, since))
    .groupBy(month);
  return new Map(rows.map((row) => [row.month, row.n]));
}
