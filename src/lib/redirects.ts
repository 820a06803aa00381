import { FEED_ALIASES, FEED_PATH } from '../../api/contract/urls.ts';
import { escapeHtml } from '../../api/contract/xml.ts';
import type { Db } from '../../db/client.ts';
import { eachRedirect } from '../../db/queries/redirects.ts';
import { site } from '../site.config.ts';

/**
 * The file with all former addresses of posts, and other names of the feed, as Netlify, Cloudflare
 * Pages and others read it
 * (https://docs.netlify.com/manage/routing/redirects/overview/).
 */
export const REDIRECTS_PATH = '/_redirects';

/** Returns the path of the page at a former address of a post. */
export const movedPath = (slug: string) => `/post/${slug}.html`;

/** Returns the page at a former address, for hosts that can't redirect. */
export function movedPage(url: string): string {
  const to = escapeHtml(url);
  return (
    `<!doctype html><html lang="${site.language}"><head><meta charset="utf-8">` +
    `<title>This post has moved</title><meta http-equiv="refresh" content="0; url=${to}">` +
    `<link rel="canonical" href="${to}"><meta name="robots" content="noindex">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"></head>' +
    `<body><p>This post has moved to <a href="${to}">${to}</a>.</p></body></html>\n`
  );
}

export async function redirectsFile(db: Db): Promise<string> {
  let lines = FEED_ALIASES.map((from) => `${from} ${FEED_PATH} 301\n`).join('');
  for await (const { from, to } of eachRedirect(db)) lines += `/post/${from} /post/${to} 301\n`;
  return lines;
}
