import { LRUCache } from 'lru-cache';
import type { FeedOrigins } from '../../api/contract/feed-ids.ts';
import { type Labeled, withCategoryLabels } from '../../db/queries/categories.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { findFeedOrigin } from '../../db/queries/settings.ts';
import { categoryLabel, site } from '../site.config.ts';
import { database } from './data.ts';
import { FEED_LENGTH, type FeedPost, feedItem, rssFeed } from './feeds.ts';
import { escapeText } from './html.ts';
import { siteUrl } from './runtime.ts';

/** A publish changes one post: the items of all others are reused, also by feeds of tags and authors. */
const written = new LRUCache<string, string>({ max: 10 * FEED_LENGTH });

/** Returns the feed of posts, newest first. `title` and `path` are those of the page it belongs to. */
export async function feedResponse(
  rows: PostRow[],
  { title, path }: { title?: string; path: string },
): Promise<Response> {
  const db = await database();
  const posts = await withCategoryLabels(db, rows);
  const origins = { site: siteUrl(), ids: (await findFeedOrigin(db)) ?? siteUrl() };
  const updatedAt = posts.reduce<Date | undefined>(
    (newest, post) => (newest && newest > post.updatedAt ? newest : post.updatedAt),
    undefined,
  );
  const name = title === undefined ? site.name : `${title} – ${site.name}`;
  const items = posts.map((post) => itemOf(post, origins));
  const feed = rssFeed({ ...site, name }, siteUrl(), items, updatedAt, path);
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}

function itemOf(post: Labeled<PostRow>, origins: FeedOrigins): string {
  const category = categoryLabel(post.category, post.categoryLabel);
  const key = `${origins.site} ${origins.ids} ${post.id} ${post.version} ${category}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const item = writeItem({ ...post, category }, origins);
  written.set(key, item);
  return item;
}

/** If a post's content can't be rendered, its text takes the place, so that the feed survives. */
function writeItem(post: FeedPost, origins: FeedOrigins): string {
  try {
    return feedItem(site, post, origins);
  } catch {
    return feedItem(site, { ...post, content: `<p>${escapeText(post.text)}</p>` }, origins);
  }
}
