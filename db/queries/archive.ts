import { and, asc, between, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { posts } from '../schema.ts';
import type { PostRow } from './posts.ts';
import { byUpdate, type PostCard, selectCards } from './posts.ts';
import { allRows } from './query.ts';

/** A UTC month with posts. `month` is 1 to 12. */
export interface PostMonth {
  year: number;
  month: number;
  posts: number;
}

const startOfMonth = (at: SQL) =>
  engine === 'postgres'
    ? sql`(extract(epoch from date_trunc('month', to_timestamp(${at} / 1000.0) at time zone 'UTC')) * 1000)::bigint`
    : sql`cast(strftime('%s', ${at} / 1000.0, 'unixepoch', 'start of month') as integer) * 1000`;

/** Returns every month with posts, newest first. Steps through the index month by month. */
export async function listPostMonths(db: Db): Promise<PostMonth[]> {
  const newest = sql`(select max(created_at) from ${posts})`;
  const newestBefore = sql`(select max(created_at) from ${posts} where created_at < months.start)`;
  const rows = await allRows<{ start: number; posts: number }>(
    db,
    sql`
    with recursive months(start, stop) as (
      select ${startOfMonth(newest)}, cast(9e15 as bigint)
      union all
      select ${startOfMonth(newestBefore)}, start from months where start is not null
    )
    select start, (
      select count(*) from ${posts} where created_at >= months.start and created_at < months.stop
    ) as posts from months where start is not null`,
  );
  return rows.map(({ start, posts: count }) => ({
    year: new Date(start).getUTCFullYear(),
    month: new Date(start).getUTCMonth() + 1,
    posts: count,
  }));
}

const createdBetween = (from: Date, to: Date) =>
  and(gte(posts.createdAt, from), lt(posts.createdAt, to));

/** Counts the posts created from `from` (inclusive) to `to` (exclusive). */
export async function countPostsBetween(db: Db, from: Date, to: Date): Promise<number> {
  return await db.$count(posts, createdBetween(from, to));
}

/** Returns the posts created from `from` (inclusive) to `to` (exclusive), newest first. */
export async function listArchive(
  db: Db,
  { from, to, startIndex, limit }: { from: Date; to: Date; startIndex: number; limit: number },
): Promise<PostCard[]> {
  return await selectCards(db)
    .where(createdBetween(from, to))
    .orderBy(desc(posts.createdAt), desc(posts.seq))
    .limit(limit)
    .offset(startIndex);
}

/**
 * Returns the posts from `fromSeq` to `toSeq` (both inclusive) that search engines may list: one
 * file of the sitemap.
 */
export async function listSitemapRange(
  db: Db,
  fromSeq: number,
  toSeq: number,
): Promise<Pick<PostRow, 'slug' | 'updatedAt'>[]> {
  return await db
    .select({ slug: posts.slug, updatedAt: posts.updatedAt })
    .from(posts)
    .where(and(between(posts.seq, fromSeq, toSeq), eq(posts.noindex, false)))
    .orderBy(asc(posts.seq));
}

/**
 * Returns the files of the sitemap (numbered from 1, each covering `size` consecutive `seq`s) that
 * have posts, with the latest change of each. Reads only the index of `updated_at`.
 */
export async function listSitemapParts(
  db: Db,
  size: number,
): Promise<{ part: number; lastModified: Date }[]> {
  const part = sql<number>`(${posts.seq} - 1) / ${sql.raw(String(Math.trunc(size)))} + 1`;
  return await db
    .select({ part, lastModified: sql`max(${posts.updatedAt})`.mapWith(posts.updatedAt) })
    .from(posts)
    .where(byUpdate)
    .groupBy(part)
    .orderBy(part);
}
