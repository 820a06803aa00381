import { encodedPath, FEED_ALIASES, FEED_PATH } from '../../api/contract/urls.ts';
import { escapeHtml } from '../../api/contract/xml.ts';
import type { Db } from '../../db/client.ts';
import { eachPathRedirect } from '../../db/queries/path-redirects.ts';
import { eachRedirect } from '../../db/queries/redirects.ts';
import { site } from './site.ts';

/** Returns the path of the page at a former address of a post. */
export const movedPath = (slug: string) => `/post/${slug}.html`;

/** Returns the page at a former address, for hosts that can't redirect. */
export function movedPage(url: string): string {
  const to = escapeHtml(url);
  return (
    `<!doctype html><html lang="${escapeHtml(site().language)}"><head><meta charset="utf-8">` +
    `<title>This post has moved</title><meta http-equiv="refresh" content="0; url=${to}">` +
    `<link rel="canonical" href="${to}"><meta name="robots" content="noindex">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"></head>' +
    `<body><p>This post has moved to <a href="${to}">${to}</a>.</p></body></html>\n`
  );
}

/** A query whose parameters need no escaping. */
const PLAIN_QUERY = /^\?[\w-]+=[\w.-]+(?:&[\w-]+=[\w.-]+)*$/;

/**
 * Returns the redirects: former addresses of posts, the owner's, and other names of the feed. Hosts
 * use the first line that matches. They don't support status 410, and support `*` only after a
 * slash. Only Netlify supports queries; other hosts skip these lines.
 */
export async function redirectsFile(db: Db): Promise<string> {
  const queries: string[] = [];
  const lines: string[] = [];
  const patterns: string[] = [];
  for await (const { from, to } of eachRedirect(db)) lines.push(`/post/${from} /post/${to} 301`);
  for await (const { from, to, status } of eachPathRedirect(db)) {
    if (to === null || /[^/]\*$/.test(from)) continue;
    const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(from) ?? [];
    if (query !== '') {
      // `!` redirects even where there's a page, such as at `/`.
      const pairs = query.slice(1).replaceAll('&', ' ');
      if (PLAIN_QUERY.test(query)) queries.push(`${encodedPath(path)} ${pairs} ${to} ${status}!`);
      continue;
    }
    const line = `${encodedPath(from)} ${to.replace(/\*$/, ':splat')} ${status}`;
    (from.endsWith('*') ? patterns : lines).push(line);
  }
  const aliases = FEED_ALIASES.map((from) => `${from} ${FEED_PATH} 301`);
  // The longest beginning first.
  const last = patterns.toSorted((a, b) => b.indexOf(' ') - a.indexOf(' '));
  return [...queries, ...lines, ...aliases, ...last].map((line) => `${line}\n`).join('');
}
