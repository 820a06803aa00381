import type { APIRoute } from 'astro';
import { listSitemapParts } from '../../db/queries/archive.ts';
import { findLatestUpdate } from '../../db/queries/post-lists.ts';
import { countPosts, maxPostSeq } from '../../db/queries/posts.ts';
import { database } from '../lib/data.ts';
import { siteUrl } from '../lib/runtime.ts';
import {
  isSplit,
  PAGES_PART,
  pageEntries,
  postEntries,
  SITEMAP_PART_SIZE,
  sitemapIndexXml,
  sitemapPartPath,
  sitemapXml,
  xmlResponse,
} from '../lib/sitemap.ts';

/** The sitemap, or the list of its parts if it is split. */
export const GET: APIRoute = async () => {
  const db = await database();
  if (!isSplit(await countPosts(db))) {
    const posts = await postEntries(1, await maxPostSeq(db));
    return xmlResponse(sitemapXml([...(await pageEntries()), ...posts], siteUrl()));
  }
  const [parts, pagesModified] = await Promise.all([
    listSitemapParts(db, SITEMAP_PART_SIZE),
    findLatestUpdate(db),
  ]);
  const entries = parts.map(({ part, lastModified }) => ({
    path: sitemapPartPath(part),
    lastModified,
  }));
  const pages = { path: sitemapPartPath(PAGES_PART), lastModified: pagesModified };
  return xmlResponse(sitemapIndexXml([pages, ...entries], siteUrl()));
};
