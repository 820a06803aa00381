import { setImmediate } from 'node:timers/promises';
import { and, asc, count, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { categories, pictures, posts, published } from '../schema.ts';
import { contentColumns } from './contents.ts';
import {
  conditionsOf,
  isSearch,
  type PostFilter,
  type PostPage,
  type PostRow,
  type PostSortKey,
} from './posts.ts';
import { directionOf, type RunQuery } from './query.ts';
import { findSearchNames } from './search-names.ts';

/** Adds the tags, series and authors that the search term names, so that their posts match, too. */
export async function withSearchNames<T extends PostFilter>(
  db: Db,
  filter: T,
  run: RunQuery = async (rows) => await rows,
): Promise<T> {
  if (!isSearch(filter)) return filter;
  return { ...filter, searchNames: await findSearchNames(db, filter.searchTerm ?? '', run) };
}

/**
 * The position of a post in every list: by creation time, then by insertion within a millisecond.
 */
export interface PostKey {
  /** Milliseconds. */
  at: number;
  seq: number;
}

/** Posts from `from` (inclusive) to `to` (exclusive). A missing end is open. */
export interface PostRange {
  from?: PostKey | undefined;
  to?: PostKey | undefined;
}

/** Shows whether an index entry of a post is up to date. */
export interface PostState extends PostKey {
  id: string;
  version: number;
}

function within({ from, to }: PostRange): SQL | undefined {
  const { createdAt, seq } = published;
  const after = from ? sql`(${createdAt}, ${seq}) >= (${from.at}, ${from.seq})` : undefined;
  const before = to ? sql`(${createdAt}, ${seq}) < (${to.at}, ${to.seq})` : undefined;
  return and(after, before);
}

/** Posts read at a time, in 5 to 10 ms, with other work in between. */
const STATES_AT_ONCE = 2_000;

/** Yields the states of all posts and pages, oldest first, in batches. */
export async function* eachPostStates(db: Db): AsyncIterable<PostState[]> {
  for (let from: PostKey | undefined; ; ) {
    const states = await listPostStates(db, { from }, STATES_AT_ONCE);
    if (states.length > 0) yield states;
    const last = states.at(-1);
    if (last === undefined || states.length < STATES_AT_ONCE) return;
    // `seq` is a whole number, so this is the next position.
    from = { at: last.at, seq: last.seq + 1 };
    await setImmediate();
  }
}

/** Returns the states of the posts and pages in a range, oldest first. */
export async function listPostStates(
  db: Db,
  range: PostRange,
  limit?: number,
): Promise<PostState[]> {
  const { id, seq, version, createdAt } = published;
  const query = db
    .select({ id, seq, version, createdAt })
    .from(published)
    .where(within(range))
    .orderBy(asc(createdAt), asc(seq));
  const rows = await (limit === undefined ? query : query.limit(limit));
  return rows.map(({ createdAt, ...state }) => ({ ...state, at: createdAt.getTime() }));
}

/** Returns the posts and pages with these ids, in no particular order. */
export async function listPostsById(db: Db, ids: string[]): Promise<PostRow[]> {
  if (ids.length === 0) return [];
  return await db.select().from(published).where(inArray(published.id, ids));
}

/** The totals of a search and one post of the page. An empty page is one row without a post. */
export interface SearchRow {
  total: number;
  lastMonth: number;
  /** `null` if there is no post in this row; the other columns are then `null`, too. */
  id: string | null;
  userId: string;
  title: string;
  slug: string;
  category: string;
  categoryLabel: string | null;
  image: string;
  imageAlt: string;
  imageFocus: string;
  /** As in a `ContentRow`. */
  content: string | null;
  contentBytes: number;
  /** Milliseconds. */
  createdAt: number;
  updatedAt: number;
  /** Of the cover, if it's an uploaded picture. `widths` is JSON. */
  width: number | null;
  height: number | null;
  widths: string | null;
}

/**
 * Builds the query for a page of matching posts, the number of matches in total and since an
 * instant. One query, because finding the matches is the expensive part. Columns are named like the
 * properties of `SearchRow` and not converted, so a thread without Drizzle can run the SQL.
 */
export function searchPosts(
  db: Db,
  filter: PostFilter,
  { sortBy = 'createdAt', sort, startIndex, limit, since }: PostPage & { since: Date },
) {
  const order = directionOf(sort);
  const found = db.$with('found').as(
    db
      .select({
        row: column<number>('row', posts.seq),
        at: column<number>('at', posts.createdAt),
        sortValue: column<number | string>('sortValue', SORT_VALUES[sortBy]),
      })
      .from(posts)
      .where(conditionsOf(filter, { sortBy })),
  );
  const totals = db.$with('totals').as(
    db
      .select({
        total: count().as('total'),
        lastMonth: sql<number>`count(*) filter (where ${found.at} >= ${since.getTime()})`.as(
          'lastMonth',
        ),
      })
      .from(found),
  );
  const page = db
    .$with('page')
    .as(
      db
        .select({ row: found.row, at: found.at, sortValue: found.sortValue })
        .from(found)
        .orderBy(order(found.sortValue), order(found.at), order(found.row))
        .limit(limit)
        .offset(startIndex),
    );
  const long = contentColumns(posts.content);
  return db
    .with(found, totals, page)
    .select({
      total: column<number>('total', totals.total),
      lastMonth: column<number>('lastMonth', totals.lastMonth),
      ...columnsOfPosts(),
      content: long.content.as('content'),
      contentBytes: long.contentBytes.as('contentBytes'),
    })
    .from(totals)
    .leftJoin(page, sql`true`)
    .leftJoin(posts, eq(posts.seq, page.row))
    .leftJoin(pictures, eq(pictures.url, posts.image))
    .leftJoin(categories, eq(categories.slug, posts.category))
    .orderBy(order(page.sortValue), order(page.at), order(page.row));
}

const columnsOfPosts = () => ({
  id: column<string | null>('id', posts.id),
  userId: column<string>('userId', posts.userId),
  title: column<string>('title', posts.title),
  slug: column<string>('slug', posts.slug),
  category: column<string>('category', posts.category),
  categoryLabel: column<string | null>('categoryLabel', categories.label),
  image: column<string>('image', posts.image),
  imageAlt: column<string>('imageAlt', posts.imageAlt),
  imageFocus: column<string>('imageFocus', posts.imageFocus),
  createdAt: column<number>('createdAt', posts.createdAt),
  updatedAt: column<number>('updatedAt', posts.updatedAt),
  width: column<number | null>('width', pictures.width),
  height: column<number | null>('height', pictures.height),
  widths: column<string | null>('widths', pictures.widths),
});

const SORT_VALUES: Record<PostSortKey, SQLWrapper> = {
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  title: sql`lower(${posts.title})`,
  category: posts.category,
};

/** An unconverted column, under the name `name`. */
function column<T>(name: string, stored: SQLWrapper) {
  return sql<T>`${stored}`.as(name);
}
