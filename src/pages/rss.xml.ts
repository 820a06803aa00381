import type { APIRoute } from 'astro';
import { listPosts } from '../../db/queries/posts.ts';
import { database } from '../lib/data.ts';
import { feedResponse } from '../lib/feed-response.ts';
import { FEED_LENGTH } from '../lib/feeds.ts';

export const GET: APIRoute = async () => {
  const posts = await listPosts(await database(), {}, { startIndex: 0, limit: FEED_LENGTH });
  return await feedResponse(posts, { path: '/' });
};
