import { escapeXml } from './xml.ts';

/**
 * Up to so many posts there is one `/sitemap.xml`; past that it is an index of parts by `seq`, so that a
 * publish rewrites one part and the index, whatever the number of posts.
 */
export const SITEMAP_SPLIT_AFTER = 5_000;
/** Posts (by `seq`) of one part. The protocol allows 50,000; small parts are rewritten fast. */
export const SITEMAP_PART_SIZE = 500;
/**
 * Past the split, how many posts more still rewrite every part: changes come in batches, so the very
 * publish that crosses the line may not be seen.
 */
const CROSSING = 64;

/** The part that holds the pages which are no posts. */
export const PAGES_PART = 'pages';

/** One page of a sitemap. `path` may be absolute. */
export interface SitemapEntry {
  path: string;
  lastModified?: Date;
}

/** Is the sitemap an index of parts? */
export function isSplit(postCount: number): boolean {
  return postCount > SITEMAP_SPLIT_AFTER;
}

/** The number of the part that holds a post, from 1. */
export function sitemapPart(seq: number): number {
  return Math.floor((seq - 1) / SITEMAP_PART_SIZE) + 1;
}

/** The path of a part. */
export function sitemapPartPath(part: number | typeof PAGES_PART): string {
  return `/sitemap-${part}.xml`;
}

/** The first and the last `seq` of a part. */
export function sitemapRange(part: number): { fromSeq: number; toSeq: number } {
  return { fromSeq: (part - 1) * SITEMAP_PART_SIZE + 1, toSeq: part * SITEMAP_PART_SIZE };
}

/**
 * The paths to render again when the post with this `seq` has changed; `seq` undefined when it is not known
 * any more (the post is gone), then every part.
 */
export function sitemapPaths(maxSeq: number, postCount: number, seq: number | undefined): string[] {
  if (!isSplit(postCount)) return ['/sitemap.xml'];
  if (seq === undefined || postCount <= SITEMAP_SPLIT_AFTER + CROSSING) {
    return allSitemapPaths(maxSeq, postCount);
  }
  return ['/sitemap.xml', sitemapPartPath(sitemapPart(seq))];
}

/** Every path of the sitemap. */
export function allSitemapPaths(maxSeq: number, postCount: number): string[] {
  if (!isSplit(postCount)) return ['/sitemap.xml'];
  const parts = Array.from({ length: sitemapPart(maxSeq) }, (_, i) => sitemapPartPath(i + 1));
  return ['/sitemap.xml', sitemapPartPath(PAGES_PART), ...parts];
}

/** A sitemap (https://www.sitemaps.org/protocol.html). */
export function sitemapXml(entries: readonly SitemapEntry[], siteUrl: string): string {
  return document('urlset', 'url', entries, siteUrl);
}

/** A list of sitemaps. */
export function sitemapIndexXml(entries: readonly SitemapEntry[], siteUrl: string): string {
  return document('sitemapindex', 'sitemap', entries, siteUrl);
}

function document(
  root: string,
  item: string,
  entries: readonly SitemapEntry[],
  siteUrl: string,
): string {
  let xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  for (const { path, lastModified } of entries) {
    const address = escapeXml(path.startsWith('/') ? siteUrl + encodeURI(path) : path);
    const date = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : '';
    xml += `<${item}><loc>${address}</loc>${date}</${item}>\n`;
  }
  return `${xml}</${root}>\n`;
}
