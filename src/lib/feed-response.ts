import { LRUCache } from 'lru-cache';
import { type Labeled, withCategoryLabels } from '../../db/queries/categories.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { categoryLabel, site } from '../site.config.ts';
import { database } from './data.ts';
import { FEED_LENGTH, type FeedPost, feedItem, rssFeed } from './feeds.ts';
import { escapeText } from './html.ts';
import { siteUrl } from './runtime.ts';

/** A publish changes one post: the items of all others are reused, also by feeds of tags and authors. */
const items = new LRUCache<string, string>({ max: 10 * FEED_LENGTH });

/** Returns the feed of posts, newest first. `title` and `path` are those of the page it belongs to. */
export async function feedResponse(
  rows: PostRow[],
  { title, path }: { title?: string; path: string },
): Promise<Response> {
  const posts = await withCategoryLabels(await database(), rows);
  const updatedAt = posts.reduce<Date | undefined>(
    (newest, post) => (newest && newest > post.updatedAt ? newest : post.updatedAt),
    undefined,
  );
  const name = title === undefined ? site.name : `${title} – ${site.name}`;
  const feed = rssFeed({ ...site, name }, siteUrl(), posts.map(itemOf), updatedAt, path);
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}

function itemOf(post: Labeled<PostRow>): string {
  const category = categoryLabel(post.category, post.categoryLabel);
  const key = `${siteUrl()} ${post.id} ${post.version} ${category}`;
  const known = items.get(key);
  if (known !== undefined) return known;
  const item = writeItem({ ...post, category });
  items.set(key, item);
  return item;
}

/** If a post's content can't be rendered, its text takes the place, so that the feed survives. */
function writeItem(post: FeedPost): string {
  try {
    return feedItem(site, post, siteUrl());
  } catch {
    return feedItem(site, { ...post, content: `<p>${escapeText(post.text)}</p>` }, siteUrl());
  }
}
