import type { APIRoute } from 'astro';
import { findSeriesTitle, listSeriesFeedRows } from '../../../../db/queries/post-lists.ts';
import { database } from '../../../lib/data.ts';
import { feedResponse } from '../../../lib/feed-response.ts';
import { FEED_LENGTH } from '../../../lib/feeds.ts';
import { seriesPath } from '../../../lib/post-lists.ts';

export const GET: APIRoute = async ({ params: { slug = '' } }) => {
  const db = await database();
  const posts = await listSeriesFeedRows(db, slug, FEED_LENGTH);
  if (posts.length === 0) return new Response(null, { status: 404 });
  const title = (await findSeriesTitle(db, slug)) ?? slug;
  return await feedResponse(posts, { title, path: seriesPath(slug) });
};
