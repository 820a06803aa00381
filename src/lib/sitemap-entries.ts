import { listSitemapRange } from '../../db/queries/archive.ts';
import { database } from './data.ts';
import type { SitemapEntry } from './sitemap.ts';

/** The pages that search engines should list, beside the posts. */
const PUBLIC_PAGES = ['/', '/archive', '/about', '/contact', '/privacy-policy', '/terms'];

export function pageEntries(): SitemapEntry[] {
  return PUBLIC_PAGES.map((path) => ({ path }));
}

/** The posts of a range of `seq`, oldest first. */
export async function postEntries(fromSeq: number, toSeq: number): Promise<SitemapEntry[]> {
  const posts = await listSitemapRange(await database(), fromSeq, toSeq);
  return posts.map((post) => ({ path: `/post/${post.slug}`, lastModified: post.updatedAt }));
}

export function xmlResponse(xml: string): Response {
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}
