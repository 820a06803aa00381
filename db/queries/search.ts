import { and, asc, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts } from '../schema.ts';
import type { PostRow } from './posts.ts';

/**
 * Where a post stands in the order of every list: its creation, and within a millisecond the order of
 * insertion.
 */
export interface PostKey {
  /** Milliseconds. */
  at: number;
  seq: number;
}

/** A stretch of that order: `from` included, `to` not; an end that is left out is open. */
export interface PostRange {
  from?: PostKey | undefined;
  to?: PostKey | undefined;
}

/** What says whether an index holds a post as it is now. */
export interface PostState extends PostKey {
  id: string;
  version: number;
}

function within({ from, to }: PostRange): SQL | undefined {
  const after = from
    ? sql`(${posts.createdAt}, ${posts.seq}) >= (${from.at}, ${from.seq})`
    : undefined;
  const before = to ? sql`(${posts.createdAt}, ${posts.seq}) < (${to.at}, ${to.seq})` : undefined;
  return and(after, before);
}

/** The state of every post of a range, oldest first. */
export async function listPostStates(db: Db, range: PostRange): Promise<PostState[]> {
  const rows = await db
    .select({ id: posts.id, seq: posts.seq, version: posts.version, createdAt: posts.createdAt })
    .from(posts)
    .where(within(range))
    .orderBy(asc(posts.createdAt), asc(posts.seq));
  return rows.map(({ createdAt, ...state }) => ({ ...state, at: createdAt.getTime() }));
}

/** The posts of a range, oldest first, with their content. */
export async function listPostsWithin(db: Db, range: PostRange): Promise<PostRow[]> {
  return await db
    .select()
    .from(posts)
    .where(within(range))
    .orderBy(asc(posts.createdAt), asc(posts.seq));
}

/** The posts with these ids, in no particular order. */
export async function listPostsById(db: Db, ids: string[]): Promise<PostRow[]> {
  if (ids.length === 0) return [];
  return await db.select().from(posts).where(inArray(posts.id, ids));
}

/** A month (in UTC) that has posts. `month` is 1 to 12. */
export interface PostMonth {
  year: number;
  month: number;
  posts: number;
}

const startOfMonth = (at: SQL) =>
  sql`cast(strftime('%s', ${at} / 1000, 'unixepoch', 'start of month') as integer) * 1000`;

/**
 * Every month that has posts, newest first. Goes from month to month through the index of creation, so only
 * counting looks at every post.
 */
export async function listPostMonths(db: Db): Promise<PostMonth[]> {
  const newest = sql`(select max(created_at) from posts)`;
  const newestBefore = sql`(select max(created_at) from posts where created_at < months.start)`;
  const rows = await db.all<{ start: number; posts: number }>(sql`
    with recursive months(start, stop) as (
      select ${startOfMonth(newest)}, 9e15
      union all
      select ${startOfMonth(newestBefore)}, start from months where start is not null
    )
    select start, (
      select count(*) from posts where created_at >= months.start and created_at < months.stop
    ) as posts from months where start is not null`);
  return rows.map(({ start, posts: count }) => ({
    year: new Date(start).getUTCFullYear(),
    month: new Date(start).getUTCMonth() + 1,
    posts: count,
  }));
}

/** How many posts were made from `from` (included) to `to` (not). */
export async function countPostsBetween(db: Db, from: Date, to: Date): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)` })
    .from(posts)
    .where(and(gte(posts.createdAt, from), lt(posts.createdAt, to)));
  return row?.n ?? 0;
}

/** A line of the archive. */
export type ArchiveLine = Pick<PostRow, 'slug' | 'title' | 'category' | 'createdAt'>;

/** Posts made from `from` (included) to `to` (not), newest first. */
export async function listArchive(
  db: Db,
  { from, to, startIndex, limit }: { from: Date; to: Date; startIndex: number; limit: number },
): Promise<ArchiveLine[]> {
  return await db
    .select({
      slug: posts.slug,
      title: posts.title,
      category: posts.category,
      createdAt: posts.createdAt,
    })
    .from(posts)
    .where(and(gte(posts.createdAt, from), lt(posts.createdAt, to)))
    .orderBy(sql`${posts.createdAt} desc, ${posts.seq} desc`)
    .limit(limit)
    .offset(startIndex);
}
