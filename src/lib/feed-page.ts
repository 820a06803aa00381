import { escapeXml } from '../../api/contract/xml.ts';
import type { SiteConfig } from '../site.config.ts';
import { isoDate, longDate } from './format.ts';
import { oneLine } from './head.ts';

// The page that a browser shows for a feed: XHTML inside the feed, which feed readers skip, and a
// style sheet that hides the rest (src/styles/feed.css). Browsers are dropping XSLT, and a static
// host can't send browsers a different file (docs/decisions/045-feeds-for-people.md).

/** Returns the head of the page: what a feed is, and its address to copy. */
export function pageOfFeed(
  site: Pick<SiteConfig, 'name' | 'description' | 'language'>,
  { self, page }: { self: string; page: string },
): string {
  return (
    `<h:header lang="${escapeXml(site.language)}">` +
    `<h:meta name="viewport" content="width=device-width, initial-scale=1"/>` +
    `<h:p class="kind">Web feed</h:p>` +
    `<h:h1>${escapeXml(site.name)}</h:h1>` +
    `<h:p class="lead">${escapeXml(site.description)}</h:p>` +
    `<h:p>To get new articles, copy this address into your feed reader. ` +
    `You don't need an account, and you don't share your email address.</h:p>` +
    `<h:p class="address"><h:code>${escapeXml(self)}</h:code></h:p>` +
    `<h:p><h:a href="${escapeXml(page)}">Read it on the web</h:a></h:p></h:header>`
  );
}

/** Returns a post as the page lists it. */
export function pageOfItem(
  { title, createdAt }: { title: string; createdAt: Date },
  { url, author }: { url: string; author: string },
): string {
  return (
    `<h:h2><h:a href="${escapeXml(url)}">${escapeXml(oneLine(title))}</h:a></h:h2>` +
    `<h:p class="meta"><h:time datetime="${isoDate(createdAt)}">${longDate(createdAt)}</h:time>` +
    ` · ${escapeXml(author)}</h:p>`
  );
}
