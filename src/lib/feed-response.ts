import { LRUCache } from 'lru-cache';
import type { FeedOrigins } from '../../api/contract/feed-ids.ts';
import type { Db } from '../../db/client.ts';
import type { FeedRow } from '../../db/queries/post-lists.ts';
import { findPostContent } from '../../db/queries/posts.ts';
import { findFeedOrigin, findWebSubHub } from '../../db/queries/settings.ts';
import { findTagsOfAll } from '../../db/queries/tags.ts';
import { isCategorized } from './category.ts';
import { database } from './data.ts';
import { feedHtml } from './feed-html.ts';
import { type FeedPost, feedItem, feedItems, rssFeed } from './feeds.ts';
import { jsonFeed, jsonFeedItem } from './json-feed.ts';
import { authorPath } from './post-lists.ts';
import { siteUrl } from './runtime.ts';
import { categoryLabel, site } from './site.ts';

/**
 * Texts for feed readers. A publish changes one post: the texts of all others are reused, also by
 * the other feeds.
 */
const texts = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (text, key) => text.length + key.length,
});

/**
 * Returns the RSS feed of posts, newest first. `title` and `path` are those of the page it belongs
 * to.
 */
export async function feedResponse(
  rows: FeedRow[] | Promise<FeedRow[]>,
  { title, path }: { title?: string; path: string },
): Promise<Response> {
  const db = await database();
  const [posts, ids, hub] = await Promise.all([
    rows,
    findFeedOrigin(db),
    // Only this feed's changes are sent to the hub.
    path === '/' ? findWebSubHub(db) : '',
  ]);
  const updatedAt = posts.reduce<Date | undefined>(
    (newest, post) => (newest && newest > post.updatedAt ? newest : post.updatedAt),
    undefined,
  );
  const name = title === undefined ? site().name : `${title} – ${site().name}`;
  const items = await itemsOf(posts, ids, (post, origins) => feedItem(site(), post, origins));
  const frame = { updatedAt, path, hub };
  const feed = rssFeed({ ...site(), name }, siteUrl(), items, frame);
  // Not `application/rss+xml`, which browsers download instead of showing it.
  return new Response(feed, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

/** Returns the JSON Feed of posts, newest first. */
export async function jsonFeedResponse(rows: FeedRow[] | Promise<FeedRow[]>): Promise<Response> {
  const db = await database();
  const [posts, ids] = await Promise.all([rows, findFeedOrigin(db)]);
  const labels = await labelsOf(db, posts);
  const items = await itemsOf(posts, ids, (post, origins) =>
    jsonFeedItem(post, origins, labels.get(post.id) ?? []),
  );
  const feed = jsonFeed(site(), siteUrl(), items);
  return new Response(feed, { headers: { 'content-type': 'application/json; charset=utf-8' } });
}

/** Returns the label of a post's category. Empty if it has none. */
function labelOf({ category, categoryLabel: typed }: FeedRow): string {
  return isCategorized(category) ? categoryLabel(category, typed) : '';
}

/** Returns the labels of the category and the tags of posts, by post. */
async function labelsOf(db: Db, rows: readonly FeedRow[]): Promise<Map<string, string[]>> {
  const tags = await findTagsOfAll(
    db,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map((row) => {
      const labels = [labelOf(row), ...(tags.get(row.id) ?? []).map(({ label }) => label)];
      return [row.id, [...new Set(labels.filter(Boolean))]];
    }),
  );
}

type WriteItem = (post: FeedPost & { id: string }, origins: FeedOrigins) => string;

/** `ids` is the origin that the items' ids contain, if one is stored. */
async function itemsOf(
  rows: readonly FeedRow[],
  ids: string | undefined,
  write: WriteItem,
): Promise<string[]> {
  const origins = { site: siteUrl(), ids: ids ?? siteUrl() };
  return await feedItems(
    rows.map((row) => ({
      summary: write(postOf(row, null), origins),
      contentBytes: row.contentBytes,
      full: async () => write(postOf(row, await textOf(row, origins)), origins),
    })),
  );
}

function postOf(row: FeedRow, content: FeedPost['content']): FeedPost & { id: string } {
  const { image, imageAlt, username } = row;
  const size = row.width && row.height ? { width: row.width, height: row.height } : {};
  return {
    ...row,
    category: labelOf(row),
    author: username === null ? null : { name: username, path: authorPath(username) },
    cover: image === '' ? null : { url: image, alt: imageAlt, ...size },
    content,
  };
}

/**
 * Returns the text of a post for feed readers, or `null` if it can't be rendered: the item then has
 * only the summary, so that the feed survives.
 */
async function textOf(row: FeedRow, origins: FeedOrigins): Promise<string | null> {
  const url = `${origins.site}/post/${row.slug}`;
  const key = `${url} ${row.id} ${row.version}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const content = await findPostContent(await database(), row.id);
  try {
    const text = feedHtml(content ?? '', url);
    texts.set(key, text);
    return text;
  } catch {
    return null;
  }
}
