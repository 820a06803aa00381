import { type FeedOrigins, guidElement } from '../../api/contract/feed-ids.ts';
import { FEED_STYLES, pageOfFeed, pageOfItem } from '../../api/contract/feed-page.ts';
import type { Site } from '../../api/contract/site.ts';
import { escapeHtml, escapeXml, xmlText } from '../../api/contract/xml.ts';
import { longDate } from './format.ts';
import { absoluteUrl, oneLine, shorten } from './head.ts';

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
  /** Label of the category. Empty if the post has none. */
  category: string;
  /** `null` if the account was deleted. The site is the author then. */
  author: { name: string; path: string } | null;
  /** `null`: the post has none. */
  cover: { url: string; alt: string; width?: number; height?: number } | null;
  /** Plain text. Its start is the summary. */
  text: string;
  /** HTML for feed readers (`feedHtml`). `null`: the item has only the summary. */
  content: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A feed as a whole. */
export interface FeedFrame {
  /** The newest change. */
  updatedAt: Date | undefined;
  /** The page that the feed belongs to. */
  path: string;
  /** The WebSub hub that learns about new posts. */
  hub?: string;
}

const SUMMARY_LENGTH = 300;

/** Returns the start of a post's text, cut at the end of a word. */
export const summaryOf = (text: string): string => shorten(text, SUMMARY_LENGTH);

const NAMESPACES = {
  content: 'http://purl.org/rss/1.0/modules/content/',
  dc: 'http://purl.org/dc/elements/1.1/',
  atom: 'http://www.w3.org/2005/Atom',
  media: 'http://search.yahoo.com/mrss/',
  wfw: 'http://wellformedweb.org/CommentAPI/',
  h: 'http://www.w3.org/1999/xhtml',
};
const XMLNS = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);

/**
 * Returns the feed (RSS 2.0 with full text, https://www.rssboard.org/rss-specification). `items`
 * come from `feedItems`, newest first.
 */
export function rssFeed(
  site: Pick<Site, 'name' | 'description' | 'language'>,
  siteUrl: string,
  items: readonly string[],
  { updatedAt, path, hub }: FeedFrame,
): string {
  const page = path === '/' ? '/' : encodeURI(path);
  const self = `${siteUrl}${path === '/' ? '' : page}/rss.xml`;
  const built = updatedAt ? `<lastBuildDate>${updatedAt.toUTCString()}</lastBuildDate>` : '';
  const { name: title, description: lead, language } = site;
  const head = { title, lead, language, news: 'articles' } as const;
  const hubLink = hub ? `<atom:link href="${escapeXml(hub)}" rel="hub"/>` : '';
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    FEED_STYLES +
    `<rss version="2.0"${XMLNS.join('')}>\n<channel>\n` +
    `<title>${escapeXml(site.name)}</title><link>${escapeXml(siteUrl + page)}</link>` +
    `<description>${escapeXml(site.description)}</description>` +
    `<language>${escapeXml(site.language.toLowerCase())}</language>${built}` +
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>${hubLink}\n` +
    `${pageOfFeed({ ...head, self, page: siteUrl + page })}\n` +
    `${items.join('')}</channel>\n</rss>\n`
  );
}

/**
 * Returns a post as an item of the feed. Its guid is its first URL, which stays when the post or
 * the site moves.
 */
export function feedItem(site: Pick<Site, 'name'>, post: FeedPost, origins: FeedOrigins): string {
  const url = `${origins.site}/post/${post.slug}`;
  const guid = guidElement(`/post/${post.guid || post.slug}`, origins);
  const author = post.author?.name ?? site.name;
  // Readers parse the description as HTML (RSS Advisory Board, "Best Practices Profile"): the text
  // is escaped for that, and once more for XML. Titles are plain text there.
  const text = summaryOf(post.text);
  const entry = { ...post, title: oneLine(post.title), url, author, text };
  const full = post.content === null ? '' : fullText(post.content);
  return (
    `<item><title>${escapeXml(post.title)}</title><link>${escapeXml(url)}</link>` +
    `${guid}<pubDate>${post.createdAt.toUTCString()}</pubDate>` +
    `<dc:creator>${escapeXml(author)}</dc:creator>` +
    `${post.category && `<category>${escapeXml(post.category)}</category>`}` +
    `<comments>${escapeXml(url)}#comments</comments>` +
    `<wfw:commentRss>${escapeXml(url)}/comments.xml</wfw:commentRss>` +
    `${coverElement(post.cover, url)}` +
    `<description>${escapeXml(escapeHtml(text))}</description>${full}` +
    `${pageOfItem(entry, longDate)}</item>\n`
  );
}

/** Media RSS (https://www.rssboard.org/media-rss), which readers show next to the title. */
function coverElement(cover: FeedPost['cover'], pageUrl: string): string {
  if (cover === null) return '';
  const { url, alt, width, height } = cover;
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  const text = alt ? `<media:description type="plain">${escapeXml(alt)}</media:description>` : '';
  const address = escapeXml(absoluteUrl(url, pageUrl));
  return `<media:content url="${address}" medium="image"${size}>${text}</media:content>`;
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
