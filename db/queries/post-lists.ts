import { eq, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { categories, posts } from '../schema.ts';
import type { Labeled } from './categories.ts';
import { conditionsOf, inOrder, type PostFilter, type PostPage, type PostRow } from './posts.ts';

export interface CountedPosts {
  rows: Labeled<PostRow>[];
  /** How many posts match in all, and since an instant. */
  total: number;
  totalSince: number;
}

/**
 * Returns what `listPosts` does with the labels of the categories, and counts all posts that match.
 * One statement, unless the page is empty.
 */
export async function listCountedPosts(
  db: Db,
  filter: PostFilter,
  page: PostPage,
  since: Date,
): Promise<CountedPosts> {
  const count = (from?: Date) => db.$count(posts, conditionsOf(filter, { since: from }));
  const found = await db
    .select({
      row: posts,
      categoryLabel: sql<string | null>`(${db
        .select({ label: categories.label })
        .from(categories)
        .where(eq(categories.slug, posts.category))})`,
      total: count(),
      totalSince: count(since),
    })
    .from(posts)
    .where(conditionsOf(filter, page))
    .orderBy(...inOrder(page))
    .limit(page.limit)
    .offset(page.startIndex);
  const [first] = found;
  if (first === undefined) {
    const [total, totalSince] = await Promise.all([count(), count(since)]);
    return { rows: [], total, totalSince };
  }
  const rows = found.map(({ row, categoryLabel }) => ({
    ...row,
    categoryLabel: categoryLabel ?? undefined,
  }));
  return { rows, total: first.total, totalSince: first.totalSince };
}
