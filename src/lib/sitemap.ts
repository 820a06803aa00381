import { escapeXml } from '../../api/contract/xml.ts';
import type { Db } from '../../db/client.ts';
import { listSitemapParts, listSitemapRange } from '../../db/queries/archive.ts';
import { listPages } from '../../db/queries/pages.ts';
import { findLatestUpdate } from '../../db/queries/post-lists.ts';
import { database } from './data.ts';
import { DATED_PAGES, pageDate } from './page-dates.ts';
import { AUTHORS_PATH, listEntries, SERIES_PATH, TAGS_PATH } from './post-lists.ts';

/**
 * Up to this number of posts there is one `/sitemap.xml`. Above it, that file is an index of parts
 * by `seq`, so that a publish rewrites one part and the index.
 */
const SPLIT_AFTER = 5_000;
/**
 * Posts (by `seq`) in a part. The protocol allows 50,000, but small parts are faster to rewrite.
 */
export const SITEMAP_PART_SIZE = 500;
/**
 * The number of posts above the limit that still rewrite every part. Changes come in batches, so no
 * single publish is sure to see the crossing.
 */
const CROSSING = 64;

/** The protocol allows 50,000 entries in a file, and a sitemap that isn't split also has posts. */
const MAX_PAGE_ENTRIES = 40_000;

/** The part with the pages that aren't posts. */
export const PAGES_PART = 'pages';
/** Pages that change with posts. */
const LISTING_PAGES = ['/', '/archive', TAGS_PATH, SERIES_PATH, AUTHORS_PATH];
export const PUBLIC_PAGES = [...LISTING_PAGES, ...DATED_PAGES];

export interface SitemapEntry {
  path: string;
  /** Absent on a site without posts. */
  lastModified?: Date | undefined;
}

/** Returns whether the sitemap is an index of parts. */
export function isSplit(postCount: number): boolean {
  return postCount > SPLIT_AFTER;
}

/** Returns the number of the part with this post, from 1. */
export function sitemapPart(seq: number): number {
  return Math.floor((seq - 1) / SITEMAP_PART_SIZE) + 1;
}

export function sitemapPartPath(part: number | typeof PAGES_PART): string {
  return `/sitemap-${part}.xml`;
}

/** Returns the first and the last `seq` of a part. */
export function sitemapRange(part: number): { fromSeq: number; toSeq: number } {
  return { fromSeq: (part - 1) * SITEMAP_PART_SIZE + 1, toSeq: part * SITEMAP_PART_SIZE };
}

/**
 * Returns the paths to render after a post changed. `seq` is undefined if the post was deleted;
 * every part is rendered then.
 */
export async function sitemapPaths(
  db: Db,
  postCount: number,
  seq: number | undefined,
): Promise<string[]> {
  if (!isSplit(postCount)) return ['/sitemap.xml'];
  if (seq === undefined || postCount <= SPLIT_AFTER + CROSSING) {
    return await allSitemapPaths(db, postCount);
  }
  return ['/sitemap.xml', sitemapPartPath(PAGES_PART), sitemapPartPath(sitemapPart(seq))];
}

/** Returns the file with the pages that aren't posts. */
export function pagesSitemap(postCount: number): string {
  return isSplit(postCount) ? sitemapPartPath(PAGES_PART) : '/sitemap.xml';
}

/** Returns every path of the sitemap. Parts whose posts were all deleted have none. */
export async function allSitemapPaths(db: Db, postCount: number): Promise<string[]> {
  if (!isSplit(postCount)) return ['/sitemap.xml'];
  const parts = await listSitemapParts(db, SITEMAP_PART_SIZE);
  const paths = parts.map(({ part }) => sitemapPartPath(part));
  return ['/sitemap.xml', sitemapPartPath(PAGES_PART), ...paths];
}

export async function pageEntries({ isLarge = false } = {}): Promise<SitemapEntry[]> {
  const db = await database();
  const [own, lists, lastModified] = await Promise.all([
    listPages(db),
    listEntries(db, { isLarge }),
    findLatestUpdate(db),
  ]);
  const listing = LISTING_PAGES.map((path) => ({ path, lastModified }));
  const replaced = new Set(own.map(({ slug }) => slug));
  const written = DATED_PAGES.filter((path) => !replaced.has(path)).map((path) => ({
    path,
    lastModified: new Date(pageDate(path)),
  }));
  const pages = own.flatMap(({ slug: path, noindex, updatedAt }) =>
    noindex ? [] : [{ path, lastModified: updatedAt }],
  );
  return [...listing, ...written, ...pages, ...lists].slice(0, MAX_PAGE_ENTRIES);
}

/** Returns the posts in a range of `seq`, oldest first. */
export async function postEntries(fromSeq: number, toSeq: number): Promise<SitemapEntry[]> {
  const posts = await listSitemapRange(await database(), fromSeq, toSeq);
  return posts.map((post) => ({ path: `/post/${post.slug}`, lastModified: post.updatedAt }));
}

/** Returns a sitemap (https://www.sitemaps.org/protocol.html). */
export function sitemapXml(entries: readonly SitemapEntry[], siteUrl: string): string {
  return document('urlset', 'url', entries, siteUrl);
}

export function sitemapIndexXml(entries: readonly SitemapEntry[], siteUrl: string): string {
  return document('sitemapindex', 'sitemap', entries, siteUrl);
}

export function xmlResponse(xml: string): Response {
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

function document(
  root: string,
  item: string,
  entries: readonly SitemapEntry[],
  siteUrl: string,
): string {
  let xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
  for (const { path, lastModified } of entries) {
    const address = escapeXml(siteUrl + encodeURI(path));
    const date = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : '';
    xml += `<${item}><loc>${address}</loc>${date}</${item}>\n`;
  }
  return `${xml}</${root}>\n`;
}
