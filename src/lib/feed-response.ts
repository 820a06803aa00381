import { LRUCache } from 'lru-cache';
import type { FeedOrigins } from '../../api/contract/feed-ids.ts';
import type { FeedRow } from '../../db/queries/post-lists.ts';
import { findPostContent } from '../../db/queries/posts.ts';
import { findFeedOrigin } from '../../db/queries/settings.ts';
import { categoryLabel, site } from '../site.config.ts';
import { database } from './data.ts';
import { type FeedPost, feedItem, feedItems, rssFeed } from './feeds.ts';
import { siteUrl } from './runtime.ts';

/**
 * A publish changes one post: the items of all others are reused, also by feeds of tags and
 * authors.
 */
const written = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (item, key) => item.length + key.length,
});

/**
 * Returns the feed of posts, newest first. `title` and `path` are those of the page it belongs to.
 */
export async function feedResponse(
  rows: FeedRow[] | Promise<FeedRow[]>,
  { title, path }: { title?: string; path: string },
): Promise<Response> {
  const [posts, ids] = await Promise.all([rows, findFeedOrigin(await database())]);
  const origins = { site: siteUrl(), ids: ids ?? siteUrl() };
  const updatedAt = posts.reduce<Date | undefined>(
    (newest, post) => (newest && newest > post.updatedAt ? newest : post.updatedAt),
    undefined,
  );
  const name = title === undefined ? site.name : `${title} – ${site.name}`;
  const items = await feedItems(
    posts.map((post) => ({
      summary: itemOf(post, null, origins),
      contentBytes: post.contentBytes,
      full: () => fullItem(post, origins),
    })),
  );
  const feed = rssFeed({ ...site, name }, siteUrl(), items, updatedAt, path);
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}

function itemOf(row: FeedRow, content: FeedPost['content'], origins: FeedOrigins): string {
  const category = categoryLabel(row.category, row.categoryLabel);
  return feedItem(site, { ...row, category, content }, origins);
}

async function fullItem(row: FeedRow, origins: FeedOrigins): Promise<string> {
  const category = categoryLabel(row.category, row.categoryLabel);
  const key = `${origins.site} ${origins.ids} ${row.id} ${row.version} ${category}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const content = (await findPostContent(await database(), row.id)) ?? null;
  const item = writeItem(row, content, origins);
  written.set(key, item);
  return item;
}

/**
 * If a post's content can't be rendered, its item has only the summary, so that the feed survives.
 */
function writeItem(row: FeedRow, content: FeedPost['content'], origins: FeedOrigins): string {
  try {
    return itemOf(row, content, origins);
  } catch {
    return itemOf(row, null, origins);
  }
}
