import type { APIRoute } from 'astro';
import { findCategoryLabels } from '../../../../db/queries/categories.ts';
import { listFeedRows } from '../../../../db/queries/post-lists.ts';
import { isCategorized } from '../../../lib/category.ts';
import { database } from '../../../lib/data.ts';
import { feedResponse } from '../../../lib/feed-response.ts';
import { FEED_LENGTH } from '../../../lib/feeds.ts';
import { categoryPath } from '../../../lib/post-lists.ts';
import { categoryLabel } from '../../../lib/site.ts';

export const GET: APIRoute = async ({ params: { slug = '' } }) => {
  const db = await database();
  const posts = isCategorized(slug) ? await listFeedRows(db, { category: slug }, FEED_LENGTH) : [];
  if (posts.length === 0) return new Response(null, { status: 404 });
  const labels = await findCategoryLabels(db, [slug]);
  const title = categoryLabel(slug, labels.get(slug));
  return await feedResponse(posts, { title, path: categoryPath(slug) });
};
