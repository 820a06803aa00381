import { and, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { comments, posts, users } from '../schema.ts';
import { allRows } from './query.ts';

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
  const [byPosts, byComments, byUsers] = await Promise.all([
    countsOf(db, posts, months),
    countsOf(db, comments, months),
    countsOf(db, users, months),
  ]);
  return months.map((start, index) => {
    const month = start.toISOString().slice(0, 7);
    return {
      month,
      posts: byPosts[index] ?? 0,
      comments: byComments[index] ?? 0,
      users: byUsers[index] ?? 0,
    };
  });
}

/** Counts the rows from each instant to the next one in an index, without reading them. */
async function countsOf(
  db: Db,
  { createdAt }: typeof posts | typeof comments | typeof users,
  starts: readonly Date[],
): Promise<number[]> {
  const { table } = createdAt;
  const counts = starts.map((start, index) => {
    const end = starts[index + 1];
    const within = and(gte(createdAt, start), end && lt(createdAt, end));
    return sql`(select count(*) from ${table} where ${within})`;
  });
  const [row] = await allRows<Record<string, number>>(
    db,
    sql`select ${sql.join(
      counts.map((n, index) => sql`${n} as ${sql.identifier(`m${index}`)}`),
      sql`, `,
    )}`,
  );
  return starts.map((_, index) => Number(row?.[`m${index}`] ?? 0));
}
