import { type FeedOrigins, guidElement } from '../../api/contract/feed-ids.ts';
import { escapeHtml, escapeXml, xmlText } from '../../api/contract/xml.ts';
import type { SiteConfig } from '../site.config.ts';
import { feedHtml } from './feed-html.ts';
import { shorten } from './head.ts';

export const FEED_LENGTH = 20;
/** Maximum size of a feed in UTF-8. With long posts, older items have only their summary. */
export const MAX_FEED_BYTES = 1024 * 1024;
/** Maximum size of a feed without its items. */
const FRAME_BYTES = 8 * 1024;

export interface FeedPost {
  title: string;
  slug: string;
  /** The first slug, if it has changed. */
  guid: string;
  /** Label of the category. */
  category: string;
  /** Plain text. Its start is the summary. */
  text: string;
  /** Sanitized HTML. `null`: the item has only the summary. */
  content: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const SUMMARY_LENGTH = 300;

/**
 * Returns the feed (RSS 2.0 with full text, https://www.rssboard.org/rss-specification). `items`
 * come from `feedItems`, newest first. `updatedAt` is the time of the latest change. `path`: the
 * page that the feed belongs to.
 */
export function rssFeed(
  site: Pick<SiteConfig, 'name' | 'description' | 'language'>,
  siteUrl: string,
  items: readonly string[],
  updatedAt: Date | undefined,
  path = '/',
): string {
  const page = path === '/' ? '/' : encodeURI(path);
  const self = `${siteUrl}${path === '/' ? '' : page}/rss.xml`;
  const built = updatedAt ? `<lastBuildDate>${updatedAt.toUTCString()}</lastBuildDate>` : '';
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" ` +
    `xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n` +
    `<title>${escapeXml(site.name)}</title><link>${escapeXml(siteUrl + page)}</link>` +
    `<description>${escapeXml(site.description)}</description>` +
    `<language>${escapeXml(site.language.toLowerCase())}</language>${built}` +
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>\n` +
    `${items.join('')}</channel>\n</rss>\n`
  );
}

/**
 * Returns a post as an item of the feed. Its guid is its first URL, which stays when the post or
 * the site moves. Its author is the site, as in the page's structured data: files don't change when
 * a user is renamed or deleted.
 */
export function feedItem(
  site: Pick<SiteConfig, 'name'>,
  post: FeedPost,
  origins: FeedOrigins,
): string {
  const url = `${origins.site}/post/${post.slug}`;
  const guid = guidElement(`/post/${post.guid || post.slug}`, origins);
  const author = `<dc:creator>${escapeXml(site.name)}</dc:creator>`;
  // Readers parse the description as HTML (RSS Advisory Board, "Best Practices Profile"): the text
  // is escaped for that, and once more for XML. Titles are plain text there.
  const summary = escapeXml(escapeHtml(shorten(post.text, SUMMARY_LENGTH)));
  const full = post.content === null ? '' : fullText(feedHtml(post.content, url));
  return (
    `<item><title>${escapeXml(post.title)}</title><link>${escapeXml(url)}</link>` +
    `${guid}<pubDate>${post.createdAt.toUTCString()}</pubDate>${author}` +
    `<category>${escapeXml(post.category)}</category>` +
    `<description>${summary}</description>${full}</item>\n`
  );
}

const fullText = (html: string) => `<content:encoded>${cdata(html)}</content:encoded>`;

/** An item of a feed, with its full text or without. */
interface ItemSource {
  /** The item without its full text. */
  summary: string;
  /** Size of the stored HTML. */
  contentBytes: number;
  /** Reads the content, and returns the item with its full text. */
  full(): Promise<string>;
}

/**
 * Returns the items of a feed, which have at most `MAX_FEED_BYTES` together. The newest ones have
 * their full text as long as there's room. Content that doesn't fit isn't read.
 */
export async function feedItems(sources: readonly ItemSource[]): Promise<string[]> {
  const items = sources.map(({ summary }) => summary);
  let room = MAX_FEED_BYTES - FRAME_BYTES - Buffer.byteLength(items.join(''));
  for (const [index, { summary, contentBytes, full }] of sources.entries()) {
    if (contentBytes > room) continue;
    const item = await full();
    const added = Buffer.byteLength(item) - Buffer.byteLength(summary);
    // Absolute URLs made it too long. Don't try older items: each would have to be rendered.
    if (added > room) break;
    items[index] = item;
    room -= added;
  }
  return items;
}

/** CDATA takes half the space of escaped HTML. */
function cdata(html: string): string {
  return `<![CDATA[${xmlText(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
