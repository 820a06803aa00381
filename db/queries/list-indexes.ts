import { asc, count, desc, eq, max } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { posts, series, seriesPosts, users } from '../schema.ts';
import { AUTHOR, type Author, CURRENT_PART } from './post-lists.ts';
import { byUpdate } from './posts.ts';
import { withoutIndex } from './query.ts';

// For the pages that list all series and all authors. Tags: `listTags` in tags.ts.

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
