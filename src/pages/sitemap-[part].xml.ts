import type { APIRoute } from 'astro';
import { siteUrl } from '../lib/runtime.ts';
import {
  PAGES_PART,
  pageEntries,
  postEntries,
  sitemapRange,
  sitemapXml,
  xmlResponse,
} from '../lib/sitemap.ts';

/** A part of a split sitemap: the pages, or a range of posts. */
export const GET: APIRoute = async ({ params }) => {
  const { part = '' } = params;
  if (part === PAGES_PART) return xmlResponse(sitemapXml(pageEntries(), siteUrl()));
  if (!/^[1-9]\d{0,8}$/.test(part)) return new Response(null, { status: 404 });
  const { fromSeq, toSeq } = sitemapRange(Number(part));
  return xmlResponse(sitemapXml(await postEntries(fromSeq, toSeq), siteUrl()));
};
