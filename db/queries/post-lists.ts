import { eq, getViewSelectedFields } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { categories, posts } from '../schema.ts';
import type { Labeled } from './categories.ts';
import { type ContentRow, contentColumns } from './contents.ts';
import {
  countPosts,
  inOrder,
  inPage,
  type PostFilter,
  type PostPage,
  type PostRow,
} from './posts.ts';

/** A post in a list, with its content unless it's long. */
export type ListedPost = Omit<PostRow, 'text' | 'content'> & ContentRow;

const { text: _text, content: _content, ...COLUMNS } = getViewSelectedFields(posts);
const LISTED = { ...COLUMNS, ...contentColumns(posts.content) };

/**
 * Returns the posts that match a filter with the stored labels of their categories, the number of
 * matches, and the number of those created since `since`. Usually one query.
 */
export async function listPostsWithTotals(
  db: Db,
  filter: PostFilter,
  page: PostPage & { since: Date },
): Promise<{ rows: Labeled<ListedPost>[]; total: number; sinceTotal: number }> {
  const found = await db
    .select({
      ...LISTED,
      categoryLabel: categories.label,
      total: countPosts(db, filter),
      sinceTotal: countPosts(db, filter, page.since),
    })
    .from(posts)
    .leftJoin(categories, eq(categories.slug, posts.category))
    .where(inPage(db, filter, page))
    .orderBy(...inOrder(page))
    .limit(page.limit);
  const rows = found.map(({ total: _, sinceTotal: __, categoryLabel, ...post }) => ({
    ...post,
    categoryLabel: categoryLabel ?? undefined,
  }));
  const [first] = found;
  if (first) return { rows, total: first.total, sinceTotal: first.sinceTotal };
  // An empty page has no row to carry the totals.
  return {
    rows,
    total: await countPosts(db, filter),
    sinceTotal: await countPosts(db, filter, page.since),
  };
}
