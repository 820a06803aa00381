import { and, asc, count, desc, eq, exists, max, ne, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts, publicTags, series, seriesPosts, tags, users } from '../schema.ts';
import { AUTHOR, type Author, CURRENT_PART } from './post-lists.ts';
import { byUpdate } from './posts.ts';
import { withoutIndex } from './query.ts';

// For the sitemap, and for the pages that list all series and all authors. Tags: `listTags` in
// tags.ts.

export interface IndexedSeries {
  slug: string;
  title: string;
  posts: number;
  /** When its newest post was published. */
  newest: Date;
}

/** Returns the series that have public posts, those with the newest posts first. */
export async function listSeriesIndex(db: Db, limit: number): Promise<IndexedSeries[]> {
  const newest = max(posts.createdAt).mapWith(posts.createdAt);
  return await db
    .select({ slug: series.slug, title: series.title, posts: count(), newest })
    .from(seriesPosts)
    .innerJoin(series, eq(series.slug, seriesPosts.series))
    .innerJoin(posts, eq(posts.id, seriesPosts.postId))
    .where(CURRENT_PART)
    .groupBy(series.slug, series.title)
    .orderBy(desc(newest), asc(series.slug))
    .limit(limit);
}

/** Returns the users with public posts, those with the most posts first. */
export async function listAuthorIndex(
  db: Db,
  limit: number,
): Promise<(Author & { posts: number })[]> {
  const { userId } = posts;
  // Reads an index instead of every post.
  const lists = db
    .select({ userId, posts: count().as('posts') })
    .from(posts)
    .where(byUpdate)
    .groupBy(withoutIndex(userId))
    .as('lists');
  return await db
    .select({ ...AUTHOR, posts: lists.posts })
    .from(lists)
    .innerJoin(users, eq(users.id, lists.userId))
    .orderBy(desc(lists.posts), asc(users.usernameKey))
    .limit(limit);
}

/** A list of posts with its latest change, for the sitemap. */
export interface ListSummary {
  slug: string;
  posts: number;
  lastModified: Date;
}

const UPDATED = sql`max(${posts.updatedAt})`.mapWith(posts.updatedAt);

export async function findTagLists(db: Db): Promise<ListSummary[]> {
  return await db
    .select({ slug: publicTags.tag, posts: count(), lastModified: UPDATED })
    .from(publicTags)
    .innerJoin(posts, eq(posts.seq, publicTags.postSeq))
    .groupBy(publicTags.tag)
    .orderBy(asc(publicTags.tag));
}

export async function findSeriesLists(db: Db): Promise<ListSummary[]> {
  return await db
    .select({ slug: seriesPosts.series, posts: count(), lastModified: UPDATED })
    .from(seriesPosts)
    .innerJoin(posts, eq(posts.id, seriesPosts.postId))
    .where(CURRENT_PART)
    .groupBy(seriesPosts.series)
    .orderBy(asc(seriesPosts.series));
}

/** Reads an index instead of every post. */
export async function findCategoryLists(db: Db): Promise<ListSummary[]> {
  const { category } = posts;
  return await db
    .select({ slug: category, posts: count(), lastModified: UPDATED })
    .from(posts)
    .where(and(byUpdate, ne(category, 'uncategorized')))
    .groupBy(withoutIndex(category))
    .orderBy(asc(category));
}

/** The slug is the lowercase username. Reads an index instead of every post. */
export async function findAuthorLists(db: Db): Promise<ListSummary[]> {
  const { userId } = posts;
  const lists = db
    .select({ userId, posts: count().as('posts'), lastModified: UPDATED.as('updated') })
    .from(posts)
    .where(byUpdate)
    .groupBy(withoutIndex(userId))
    .as('lists');
  return await db
    .select({ slug: users.usernameKey, posts: lists.posts, lastModified: lists.lastModified })
    .from(lists)
    .innerJoin(users, eq(users.id, lists.userId))
    .orderBy(asc(users.usernameKey));
}

/**
 * Returns the slugs of the tags of public posts, each with the time of its newest post. Reads one
 * row per tag.
 */
export async function listUsedTags(db: Db): Promise<{ slug: string; newest: Date }[]> {
  const newest = db
    .select({ at: sql`max(${publicTags.createdAt})`.as('at') })
    .from(publicTags)
    .where(eq(publicTags.tag, tags.slug));
  const rows = await db
    .select({ slug: tags.slug, newest: sql`(${newest})`.mapWith(publicTags.createdAt) })
    .from(tags)
    .where(
      exists(
        db.select({ tag: publicTags.tag }).from(publicTags).where(eq(publicTags.tag, tags.slug)),
      ),
    )
    .orderBy(asc(tags.slug));
  return rows;
}
