import { escapeXml } from './xml.ts';

// The page that a browser shows for a feed: XHTML inside the feed, which feed readers skip, and a
// stylesheet that hides the rest (src/styles/feed.css). Browsers are dropping XSLT, and a static
// host can't send browsers a different file (docs/decisions/045-feeds-for-people.md).

/** The processing instruction that names the stylesheet. It comes first in the feed. */
export const FEED_STYLES = `<?xml-stylesheet type="text/css" href="/feed.css"?>\n`;

export interface FeedHead {
  title: string;
  lead: string;
  language: string;
  /** What is new in it. */
  news: 'articles' | 'comments';
  /** URL of the feed. */
  self: string;
  /** URL of the page that it belongs to. */
  page: string;
}

/** Returns the head of the page: what a feed is, and its address to copy. */
export function pageOfFeed({ title, lead, language, news, self, page }: FeedHead): string {
  return (
    `<h:header lang="${escapeXml(language)}">` +
    `<h:meta name="viewport" content="width=device-width, initial-scale=1"/>` +
    `<h:p class="kind">Web feed</h:p>` +
    `<h:h1>${escapeXml(title)}</h:h1>` +
    `<h:p class="lead">${escapeXml(lead)}</h:p>` +
    `<h:p>To get new ${news}, copy this address into your feed reader. ` +
    `You don't need an account or an email address.</h:p>` +
    `<h:p class="address"><h:code>${escapeXml(self)}</h:code></h:p>` +
    `<h:p><h:a href="${escapeXml(page)}">Read it on the web</h:a></h:p></h:header>`
  );
}

export interface FeedEntry {
  title: string;
  url: string;
  createdAt: Date;
  author?: string;
  /** Plain text. The description is escaped twice, so browsers would show `&amp;`. */
  text: string;
}

/** Returns an item as the page lists it. `longDate` writes a date in the site's language. */
export function pageOfItem(
  { title, url, createdAt, author, text }: FeedEntry,
  longDate: (date: Date) => string,
): string {
  const byline = author === undefined ? '' : ` · ${escapeXml(author)}`;
  return (
    `<h:h2><h:a href="${escapeXml(url)}">${escapeXml(title)}</h:a></h:h2>` +
    `<h:p class="meta"><h:time datetime="${createdAt.toISOString()}">` +
    `${escapeXml(longDate(createdAt))}</h:time>${byline}</h:p>` +
    `<h:p class="text">${escapeXml(text)}</h:p>`
  );
}
