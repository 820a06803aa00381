import { asc, count, desc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { pictures, posts } from '../schema.ts';
import { conditionsOf, type PostFilter, type PostPage } from './posts.ts';

/** A row of a search: the totals, and a post of the page. A page without posts has one row without a post. */
export interface SearchRow {
  total: number;
  lastMonth: number;
  /** Null: there is no post in this row, and the rest is null too. */
  id: string | null;
  userId: string;
  title: string;
  slug: string;
  category: string;
  image: string;
  content: string;
  /** Milliseconds. */
  createdAt: number;
  updatedAt: number;
  /** Of the cover, when we hold it; `widths` is JSON. */
  width: number | null;
  height: number | null;
  widths: string | null;
}

/**
 * A page of the posts that match a filter, and how many match in all and since an instant: in one query,
 * because what costs is to find the matches. Every column has the name of its property in `SearchRow` and
 * comes as the database has it, so that another thread can run the SQL without Drizzle. Returns null when
 * no post can match.
 */
export function searchPosts(
  db: Db,
  filter: PostFilter,
  { sort = 'desc', startIndex, limit, since }: PostPage & { since: Date },
) {
  const conditions = conditionsOf(filter, undefined, (_, value) => value);
  if (conditions === null) return null;
  const order = sort === 'asc' ? asc : desc;
  const found = db.$with('found').as(
    db
      .select({ row: column<number>('row', posts.seq), at: column<number>('at', posts.createdAt) })
      .from(posts)
      .where(conditions.where),
  );
  const totals = db.$with('totals').as(
    db
      .select({
        total: count().as('total'),
        lastMonth: sql<number>`coalesce(sum(${found.at} >= ${since.getTime()}), 0)`.as('lastMonth'),
      })
      .from(found),
  );
  const page = db
    .$with('page')
    .as(
      db
        .select({ row: found.row, at: found.at })
        .from(found)
        .orderBy(order(found.at), order(found.row))
        .limit(limit)
        .offset(startIndex),
    );
  return db
    .with(found, totals, page)
    .select({
      total: column<number>('total', totals.total),
      lastMonth: column<number>('lastMonth', totals.lastMonth),
      id: column<string | null>('id', posts.id),
      userId: column<string>('userId', posts.userId),
      title: column<string>('title', posts.title),
      slug: column<string>('slug', posts.slug),
      category: column<string>('category', posts.category),
      image: column<string>('image', posts.image),
      content: column<string>('content', posts.content),
      createdAt: column<number>('createdAt', posts.createdAt),
      updatedAt: column<number>('updatedAt', posts.updatedAt),
      width: column<number | null>('width', pictures.width),
      height: column<number | null>('height', pictures.height),
      widths: column<string | null>('widths', pictures.widths),
    })
    .from(totals)
    .leftJoin(page, sql`true`)
    .leftJoin(posts, eq(posts.seq, page.row))
    .leftJoin(pictures, eq(pictures.url, posts.image))
    .orderBy(order(page.at), order(page.row));
}

/** A column under a name, as it is stored. */
function column<T>(name: string, stored: SQLWrapper) {
  return sql<T>`${stored}`.as(name);
}
