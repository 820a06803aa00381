import { and, gte, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { posts, users } from '../schema.ts';
import { visibleCount } from './comments-table.ts';
import { allRows } from './query.ts';

/** The number of records created in a month (`2025-01`, in UTC). */
export interface MonthCounts {
  month: string;
  posts: number;
  comments: number;
  users: number;
}

/** Returns the counts of the last 12 months, including the month of `now`, oldest first. */
export async function monthlyCounts(db: Db, now: Date): Promise<MonthCounts[]> {
  const months = Array.from(
    { length: 12 },
    (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + i)),
  );
  const [byPosts, byComments, byUsers] = await Promise.all([
    countsOf(db, months, (since, before) =>
      db.$count(posts, between(posts.createdAt, since, before)),
    ),
    countsOf(db, months, (since, before) => visibleCount(db, { since, before })),
    countsOf(db, months, (since, before) =>
      db.$count(users, between(users.createdAt, since, before)),
    ),
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

const between = (column: SQLiteColumn, since: Date, before: Date | undefined) =>
  and(gte(column, since), before && lt(column, before));

/** Counts the rows from each instant to the next one in an index, without reading them. */
async function countsOf(
  db: Db,
  starts: readonly Date[],
  count: (since: Date, before: Date | undefined) => SQLWrapper,
): Promise<number[]> {
  const counts = starts.map(
    (start, index) => sql`${count(start, starts[index + 1])} as ${sql.identifier(`m${index}`)}`,
  );
  const query = sql`select ${sql.join(counts, sql`, `)}`;
  const [row] = await allRows<Record<string, number>>(db, query);
  return starts.map((_, index) => Number(row?.[`m${index}`] ?? 0));
}
