import { and, asc, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, posts, referrers, views } from '../schema.ts';
import { partsOf } from './query.ts';

/** Views of a post on a day (since 1970, in UTC). `postId` is empty for other pages. */
export type NewViews = typeof views.$inferInsert;
/** Views on a day that came from another site. */
export type NewReferrals = typeof referrers.$inferInsert;

/** Returns the ids of public posts, by slug. */
export async function findPublicIds(
  db: Db,
  slugs: readonly string[],
): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({ id: posts.id, slug: posts.slug })
    .from(posts)
    .where(inArray(posts.slug, [...slugs]));
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

/** Adds to the counts. Sorts the rows, so two processes can't deadlock. */
export async function addViews(tx: Db, rows: readonly NewViews[]): Promise<void> {
  const sorted = [...rows].sort((a, b) => a.day - b.day || (a.postId < b.postId ? -1 : 1));
  for (const part of partsOf(sorted)) {
    await tx
      .insert(views)
      .values(part)
      .onConflictDoUpdate({
        target: [views.day, views.postId],
        set: { views: sql`${views.views} + excluded.views` },
      });
  }
}

export async function addReferrals(tx: Db, rows: readonly NewReferrals[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(referrers)
    .values([...rows].sort((a, b) => a.day - b.day || (a.host < b.host ? -1 : 1)))
    .onConflictDoUpdate({
      target: [referrers.day, referrers.host],
      set: { views: sql`${referrers.views} + excluded.views` },
    });
}

/** Returns which of these hosts have a count on a day, and the total number of hosts with one. */
export async function findReferrers(
  db: Db,
  day: number,
  hosts: readonly string[],
): Promise<{ known: Set<string>; total: number }> {
  const rows = await db
    .select({ host: referrers.host })
    .from(referrers)
    .where(and(eq(referrers.day, day), inArray(referrers.host, [...hosts])));
  const total = await db.$count(referrers, eq(referrers.day, day));
  return { known: new Set(rows.map(({ host }) => host)), total };
}

/** The sum of a column. PostgreSQL returns it as text. */
const total = sql<number>`coalesce(sum(${views.views}), 0)`.mapWith(Number);

/** Returns the views of each day since `from` that has any: of the whole site, or of one post. */
export async function viewsByDay(
  db: Db,
  from: number,
  postId?: string,
): Promise<Map<number, number>> {
  const ofPost = postId === undefined ? undefined : eq(views.postId, postId);
  const rows = await db
    .select({ day: views.day, views: total })
    .from(views)
    .where(and(gte(views.day, from), ofPost))
    .groupBy(views.day);
  return new Map(rows.map((row) => [row.day, row.views]));
}

export interface PostViewCount {
  postId: string;
  title: string;
  slug: string;
  views: number;
}

/** Returns the public posts with the most views since a day. */
export async function mostViewed(db: Db, from: number, limit: number): Promise<PostViewCount[]> {
  return await db
    .select({ postId: posts.id, title: posts.title, slug: posts.slug, views: total })
    .from(views)
    .innerJoin(posts, eq(posts.id, views.postId))
    .where(gte(views.day, from))
    .groupBy(posts.id, posts.title, posts.slug)
    .orderBy(desc(total), asc(posts.title))
    .limit(limit);
}

export interface ReferrerCount {
  /** Empty: all hosts beyond the daily limit. */
  host: string;
  views: number;
}

/** Returns the sites with the most views since a day. */
export async function topReferrers(db: Db, from: number, limit: number): Promise<ReferrerCount[]> {
  const sum = sql<number>`sum(${referrers.views})`.mapWith(Number);
  return await db
    .select({ host: referrers.host, views: sum })
    .from(referrers)
    .where(gte(referrers.day, from))
    .groupBy(referrers.host)
    .orderBy(desc(sum), asc(referrers.host))
    .limit(limit);
}

/** Deletes the counts of earlier days, and of posts that were permanently deleted. */
export async function deleteOldViews(tx: Db, before: number): Promise<void> {
  await tx.delete(views).where(lt(views.day, before));
  await tx.delete(referrers).where(lt(referrers.day, before));
  await tx
    .delete(views)
    .where(
      and(
        ne(views.postId, ''),
        sql`not exists (select 1 from ${documents} where ${documents.id} = ${views.postId})`,
      ),
    );
}

/** Returns the views of a post, by day. */
export async function viewsOf(db: Db, postId: string): Promise<{ day: number; views: number }[]> {
  return await db
    .select({ day: views.day, views: views.views })
    .from(views)
    .where(eq(views.postId, postId))
    .orderBy(asc(views.day));
}
