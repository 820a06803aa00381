import type { CardPost } from '../../api/contract/posts.ts';
import { findAuthor, listFeaturedCards } from '../../db/queries/post-lists.ts';
import { listPostCards } from '../../db/queries/posts.ts';
import { listLatestSeries, type UsedSeries } from '../../db/queries/series.ts';
import { listLatestTags } from '../../db/queries/tags.ts';
import type { StoredTag } from '../../db/schema.ts';
import { database, listedCards } from './data.ts';
import { authorPath } from './post-lists.ts';
import { site } from './site.ts';

const FEATURED = 3;
const RECENT = 9;
/** The series of the newest posts, and their most frequent tags. */
const SERIES = { ofPosts: 100, limit: 4 };
const TAGS = { ofPosts: 100, limit: 16 };

/** The posts of the home page. No post appears twice. */
export interface HomePosts<T> {
  /** The newest featured post, or the newest one. `undefined` without posts, and in a list. */
  lead: T | undefined;
  /** The other featured posts, or `undefined` if the lead isn't featured. */
  featured: T[] | undefined;
  /** The newest posts that aren't above. */
  recent: T[];
}

/**
 * Arranges the posts of the home page. If all posts are featured, they're treated as if none were.
 */
export function arrangePosts<T extends { slug: string }>(
  featured: readonly T[],
  newest: readonly T[],
): HomePosts<T> {
  const slugs = new Set(featured.map(({ slug }) => slug));
  const others = newest.filter(({ slug }) => !slugs.has(slug));
  const [lead, ...rest] = [...featured, ...others];
  if (featured.length === 0 || others.length === 0) {
    return { lead, featured: undefined, recent: rest };
  }
  return { lead, featured: featured.slice(1), recent: others };
}

/** Arranges the posts as rows: the lead is the first one. */
export function asRows<T>({ lead, featured, recent }: HomePosts<T>): HomePosts<T> {
  if (lead === undefined) return { lead, featured, recent };
  if (featured) return { lead: undefined, featured: [lead, ...featured], recent };
  return { lead: undefined, featured, recent: [lead, ...recent] };
}

export interface HomePage extends HomePosts<CardPost> {
  /** The author of the lead, unless the account was deleted. */
  author: { username: string; path: string } | undefined;
  series: UsedSeries[];
  tags: StoredTag[];
}

export async function homePage(): Promise<HomePage> {
  const db = await database();
  const [featured, newest, series, tags] = await Promise.all([
    listFeaturedCards(db, FEATURED),
    listPostCards(db, {}, { startIndex: 0, limit: RECENT }),
    listLatestSeries(db, SERIES),
    listLatestTags(db, TAGS),
  ]);
  const lead = featured[0] ?? newest[0];
  const [author, ...cards] = await Promise.all([
    lead && findAuthor(db, lead.userId),
    listedCards(featured),
    listedCards(newest),
  ]);
  const posts = arrangePosts(...cards);
  return {
    ...(site().homeLayout === 'list' ? asRows(posts) : posts),
    author: author && { username: author.username, path: authorPath(author.username) },
    series,
    tags,
  };
}
