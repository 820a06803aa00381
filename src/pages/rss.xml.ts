import type { APIRoute } from 'astro';
import { LRUCache } from 'lru-cache';
import { type Labeled, withCategoryLabels } from '../../db/queries/categories.ts';
import { listPosts, type PostRow } from '../../db/queries/posts.ts';
import { findUserById } from '../../db/queries/users.ts';
import { database } from '../lib/data.ts';
import { FEED_LENGTH, type FeedPost, feedItem, rssFeed } from '../lib/feeds.ts';
import { escapeText } from '../lib/html.ts';
import { siteUrl } from '../lib/runtime.ts';
import { categoryLabel, site } from '../site.config.ts';

/** A publish changes one post: the items of all others are reused. */
const items = new LRUCache<string, string>({ max: 2 * FEED_LENGTH });

export const GET: APIRoute = async () => {
  const db = await database();
  const rows = await listPosts(db, {}, { startIndex: 0, limit: FEED_LENGTH });
  const posts = await withCategoryLabels(db, rows);
  const authors = await usernamesOf(posts);
  const parts = posts.map((post) => itemOf(post, authors.get(post.userId)));
  const updatedAt = posts.reduce<Date | undefined>(
    (newest, post) => (newest && newest > post.updatedAt ? newest : post.updatedAt),
    undefined,
  );
  return new Response(rssFeed(site, siteUrl(), parts, updatedAt), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  });
};

function itemOf(post: Labeled<PostRow>, author: string | undefined): string {
  const category = categoryLabel(post.category, post.categoryLabel);
  const key = `${siteUrl()} ${post.id} ${post.version} ${author ?? ''} ${category}`;
  const known = items.get(key);
  if (known !== undefined) return known;
  const item = writeItem({ ...post, author, category });
  items.set(key, item);
  return item;
}

/** If a post's content can't be rendered, its text takes the place, so that the feed survives. */
function writeItem(post: FeedPost): string {
  try {
    return feedItem(post, siteUrl());
  } catch {
    return feedItem({ ...post, content: `<p>${escapeText(post.text)}</p>` }, siteUrl());
  }
}

async function usernamesOf(posts: readonly PostRow[]): Promise<Map<string, string>> {
  const db = await database();
  const names = new Map<string, string>();
  for (const id of new Set(posts.map((post) => post.userId))) {
    const user = await findUserById(db, id);
    if (user) names.set(id, user.username);
  }
  return names;
}
