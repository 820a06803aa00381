import {
  and,
  eq,
  getViewSelectedFields,
  gte,
  inArray,
  lte,
  max,
  type SQL,
  type SQLWrapper,
  type Subquery,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import { caseless } from '../schema/columns.ts';
import { categories, pictures, posts, published } from '../schema.ts';
import type { Labeled } from './categories.ts';
import { type ContentRow, contentColumns } from './contents.ts';
import type { PictureRow } from './pictures.ts';
import { directionOf, prepared, type SortedPage, withoutIndex } from './query.ts';
import type { SearchNames } from './search-names.ts';
import { findWords } from './search-words.ts';
import { countTagged, hasTag, taggedSeqs } from './tags.ts';

export type PostRow = typeof posts.$inferSelect;

export type PostCard = Pick<PostRow, keyof PostRow & keyof typeof CARD> & {
  /** 101 characters of the text: cards show 100, and the last one tells if there's more. */
  preview: string;
  /** Characters of the stored HTML, to estimate the reading time. */
  contentLength: number;
  /** `null` if no label is stored. */
  categoryLabel: string | null;
  /** The image, if it's in our storage. */
  picture: Pick<PictureRow, 'url' | 'width' | 'height' | 'widths'> | null;
};

/**
 * Posts must match all given fields. The category `uncategorized` (or an empty one) and a blank
 * `searchTerm` match every post. A `searchTerm` without words (`!!!`) matches none.
 */
export interface PostFilter {
  userId?: string | undefined;
  category?: string | undefined;
  /** The slug of a tag. */
  tag?: string | undefined;
  slug?: string | undefined;
  postId?: string | undefined;
  searchTerm?: string | undefined;
  /** Tags, series and authors that `searchTerm` names: see `withSearchNames`. */
  searchNames?: SearchNames | undefined;
  /** Created at this time or earlier. */
  until?: Date | undefined;
}

export const POST_SORT_KEYS = ['createdAt', 'updatedAt', 'title', 'category'] as const;
export type PostSortKey = (typeof POST_SORT_KEYS)[number];

export type PostPage = SortedPage<PostSortKey>;

const CARD = {
  id: posts.id,
  userId: posts.userId,
  slug: posts.slug,
  title: posts.title,
  category: posts.category,
  image: posts.image,
  imageFocus: posts.imageFocus,
  preview: sql<string>`substr(${posts.text}, 1, 101)`,
  contentLength: sql<number>`length(${posts.content})`,
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  categoryLabel: categories.label,
  picture: {
    url: pictures.url,
    width: pictures.width,
    height: pictures.height,
    widths: pictures.widths,
  },
};

/** Starts a query of cards. `from` has the name of the view `public_posts`. */
export function selectCards(db: Db, from: typeof posts | Subquery<'public_posts'> = posts) {
  return db
    .select(CARD)
    .from(from)
    .leftJoin(categories, eq(categories.slug, posts.category))
    .leftJoin(pictures, eq(pictures.url, posts.image));
}

/**
 * Returns a filter as SQL. `since` limits it to posts created at this instant or later. `sortBy` is
 * the order of the list, which decides the index for the planner.
 */
export function conditionsOf(
  filter: PostFilter,
  { since, sortBy }: { since?: Date | undefined; sortBy?: PostSortKey | undefined } = {},
): SQL | undefined {
  const { userId, category, tag, slug, postId } = filter;
  const hasCategory = category !== undefined && category !== '' && category !== 'uncategorized';
  // The indexes of these orders have both columns. The `+` keeps the planner on them, instead of
  // sorting all posts of an author, a category or a tag.
  const inIndex = sortBy === 'title' || sortBy === 'updatedAt';
  const equals = (column: SQLWrapper, value: string) =>
    sql`${inIndex ? withoutIndex(column) : column} = ${value}`;
  return and(
    userId === undefined ? undefined : equals(posts.userId, userId),
    hasCategory ? equals(posts.category, category) : undefined,
    tag ? hasTag(tag, { inOrder: sortBy !== undefined && sortBy !== 'createdAt' }) : undefined,
    slug === undefined ? undefined : eq(posts.slug, slug),
    postId === undefined ? undefined : eq(posts.id, postId),
    isSearch(filter) ? matches(filter, sortBy) : undefined,
    since === undefined ? undefined : gte(posts.createdAt, since),
    filter.until === undefined ? undefined : lte(posts.createdAt, filter.until),
  );
}

/** Returns the tag if the filter has only a tag (and `until`). The tag's index is then enough. */
function onlyTag({ tag, until: _, ...others }: PostFilter): string | undefined {
  return conditionsOf(others) === undefined ? tag || undefined : undefined;
}

function matches({ searchTerm = '', searchNames }: PostFilter, sortBy: PostSortKey = 'createdAt') {
  const found = findWords(searchTerm, searchNames);
  if (found === null) return sql`false`;
  // Stay on the index in list order, instead of sorting all matches.
  const seq = sortBy === 'createdAt' ? withoutIndex(posts.seq) : posts.seq;
  return sql`${seq} in ${found}`;
}

/** SQL condition that every post meets. Makes SQLite read an index that has category and author. */
export const byUpdate = sql`${posts.updatedAt} >= 0`;

/** SQL condition: a post is newer than this one. Uses an index. */
export function isNewer({ createdAt, seq }: Pick<PostRow, 'createdAt' | 'seq'>): SQL {
  return sql`(${posts.createdAt}, ${posts.seq}) > (${createdAt.getTime()}, ${seq})`;
}

/** Returns whether the filter has a search term. Blank terms are ignored. */
export function isSearch({ searchTerm }: PostFilter): boolean {
  return searchTerm !== undefined && searchTerm.trim() !== '';
}

/** The columns of each order. Those after the first are also in its index. */
const SORT_COLUMNS: Record<PostSortKey, SQLWrapper[]> = {
  createdAt: [posts.createdAt],
  updatedAt: [posts.updatedAt, posts.category, posts.userId],
  title: [caseless(posts.title), posts.category, posts.userId],
  category: [posts.category, posts.createdAt],
};

/** Posts with equal values are sorted by insertion, in the same direction. */
export function inOrder({ sortBy = 'createdAt', sort }: PostPage): SQL[] {
  return [...SORT_COLUMNS[sortBy], posts.seq].map((column) => directionOf(sort)(column));
}

/**
 * SQL: a post is on this page or, for the first page, matches the filter. To skip the posts before
 * a far page, this reads only an index, not the posts. Each page of a tag is read from the tag's
 * index.
 */
export function inPage(db: Db, filter: PostFilter, page: PostPage): SQL | undefined {
  const { sortBy = 'createdAt', ...range } = page;
  const tag = sortBy === 'createdAt' ? onlyTag(filter) : undefined;
  if (tag) return inArray(posts.seq, taggedSeqs(db, tag, { ...range, until: filter.until }));
  const matches = conditionsOf(filter, { sortBy });
  if (page.startIndex === 0) return matches;
  const keys = db
    .select({ seq: posts.seq })
    .from(posts)
    .where(matches)
    .orderBy(...inOrder(page))
    .limit(page.limit)
    .offset(page.startIndex);
  return inArray(posts.seq, keys);
}

/** Returns the posts that match a filter, newest first by default. */
export async function listPosts(db: Db, filter: PostFilter, page: PostPage): Promise<PostRow[]> {
  return await db
    .select()
    .from(posts)
    .where(inPage(db, filter, page))
    .orderBy(...inOrder(page))
    .limit(page.limit);
}

/** Like `listPosts`, without the content. */
export async function listPostCards(
  db: Db,
  filter: PostFilter,
  page: PostPage,
): Promise<PostCard[]> {
  return await selectCards(db)
    .where(inPage(db, filter, page))
    .orderBy(...inOrder(page))
    .limit(page.limit);
}

/** Counts posts that match a filter, created since a time. Await it, or use it as SQL. */
export function countPosts(db: Db, filter: PostFilter = {}, since?: Date) {
  const tag = onlyTag(filter);
  if (tag) return countTagged(db, tag, { since, until: filter.until });
  return db.$count(posts, conditionsOf(filter, { since }));
}

const byId = prepared((db) =>
  db
    .select()
    .from(published)
    .where(eq(published.id, sql.placeholder('id'))),
);
const bySlug = prepared((db) =>
  db
    .select()
    .from(posts)
    .where(eq(posts.slug, sql.placeholder('slug'))),
);

/** Returns a public post or page. */
export async function findPostById(db: Db, id: string): Promise<PostRow | undefined> {
  const [row] = await byId(db, { id });
  return row;
}

const contentById = prepared((db) =>
  db
    .select({ content: posts.content })
    .from(posts)
    .where(eq(posts.id, sql.placeholder('id'))),
);

/** Returns the content of a post, or `undefined` if there is no such post. */
export async function findPostContent(db: Db, id: string): Promise<string | undefined> {
  const [row] = await contentById(db, { id });
  return row?.content;
}

export async function findPostBySlug(db: Db, slug: string): Promise<PostRow | undefined> {
  const [row] = await bySlug(db, { slug });
  return row;
}

/** Returns the slugs and titles of these posts and pages, in no particular order. */
export async function findPostTitles(
  db: Db,
  ids: string[],
): Promise<Pick<PostRow, 'id' | 'slug' | 'title'>[]> {
  if (ids.length === 0) return [];
  return await db
    .select({ id: published.id, slug: published.slug, title: published.title })
    .from(published)
    .where(inArray(published.id, ids));
}

export async function maxPostSeq(db: Db): Promise<number> {
  const [row] = await db.select({ seq: max(posts.seq) }).from(posts);
  return row?.seq ?? 0;
}

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
