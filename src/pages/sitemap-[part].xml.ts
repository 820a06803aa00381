import type { APIRoute } from 'astro';
import { countPosts } from '../../db/queries/posts.ts';
import { database } from '../lib/data.ts';
import { siteUrl } from '../lib/runtime.ts';
import {
  isSplit,
  PAGES_PART,
  pageEntries,
  postEntries,
  sitemapRange,
  sitemapXml,
  xmlResponse,
} from '../lib/sitemap.ts';

/** A part of a split sitemap: the pages, or a range of posts. 404 for a part that isn't listed. */
export const GET: APIRoute = async ({ params }) => {
  const { part = '' } = params;
  const none = () => new Response(null, { status: 404 });
  if (!isSplit(await countPosts(await database()))) return none();
  if (part === PAGES_PART) {
    return xmlResponse(sitemapXml(await pageEntries({ isLarge: true }), siteUrl()));
  }
  if (!/^[1-9]\d{0,8}$/.test(part)) return none();
  const { fromSeq, toSeq } = sitemapRange(Number(part));
  const posts = await postEntries(fromSeq, toSeq);
  return posts.length > 0 ? xmlResponse(sitemapXml(posts, siteUrl())) : none();
};
