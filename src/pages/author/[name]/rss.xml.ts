import type { APIRoute } from 'astro';
import { findAuthorByName, listFeedRows } from '../../../../db/queries/post-lists.ts';
import { database } from '../../../lib/data.ts';
import { feedResponse } from '../../../lib/feed-response.ts';
import { FEED_LENGTH } from '../../../lib/feeds.ts';
import { authorPath } from '../../../lib/post-lists.ts';

export const GET: APIRoute = async ({ params: { name = '' } }) => {
  const db = await database();
  const author = await findAuthorByName(db, name);
  const posts = author ? await listFeedRows(db, { author: author.id }, FEED_LENGTH) : [];
  if (!author || posts.length === 0) return new Response(null, { status: 404 });
  return await feedResponse(posts, { title: author.username, path: authorPath(name) });
};
