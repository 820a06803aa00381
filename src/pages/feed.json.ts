import type { APIRoute } from 'astro';
import { listFeedRows } from '../../db/queries/post-lists.ts';
import { database } from '../lib/data.ts';
import { jsonFeedResponse } from '../lib/feed-response.ts';
import { FEED_LENGTH } from '../lib/feeds.ts';

export const GET: APIRoute = async () =>
  await jsonFeedResponse(listFeedRows(await database(), null, FEED_LENGTH));
