import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  max,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import { newId } from '../ids.ts';
import { posts } from '../schema.ts';
import { ftsQuery } from './fts.ts';
import type { Page } from './page.ts';
import { prepared } from './prepared.ts';

export type PostRow = typeof posts.$inferSelect;

/** What a new post is made of; what is left out gets its default, the id a new one. */
export type NewPost = Omit<typeof posts.$inferInsert, 'seq' | 'id' | 'version'> & { id?: string };

/** What an edit may change: never the slug, so that no link breaks. */
export type PostChanges = Partial<
  Pick<PostRow, 'title' | 'category' | 'content' | 'text' | 'image' | 'isDemo'>
>;

/** A post as lists show it. `preview`: the first 100 characters of its text. */
export type PostCard = Pick<
  PostRow,
  'id' | 'userId' | 'slug' | 'title' | 'category' | 'image' | 'createdAt' | 'updatedAt'
> & {
  preview: string;
  /** Characters of the stored HTML: what the reading time is counted from. */
  contentLength: number;
};

/**
 * What to look for; all that is given must hold. The category `uncategorized` (or an empty one) means
 * every category, a blank `searchTerm` every post. A `searchTerm` without any word (`!!!`) finds nothing:
 * something was asked for, and no post has it.
 */
export interface PostFilter {
  userId?: string | undefined;
  category?: string | undefined;
  slug?: string | undefined;
  postId?: string | undefined;
  searchTerm?: string | undefined;
}

/** `sort` is by creation: `desc` (the default) gives the newest first. */
export interface PostPage extends Page {
  sort?: 'asc' | 'desc' | undefined;
}

const CARD = {
  id: posts.id,
  userId: posts.userId,
  slug: posts.slug,
  title: posts.title,
  category: posts.category,
  image: posts.image,
  // One character more than a card shows: it tells whether there are more.
  preview: sql<string>`substr(${posts.text}, 1, 101)`,
  contentLength: sql<number>`length(${posts.content})`,
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
};

/** The `+` keeps the planner on the index that is in the order of the list, instead of sorting all matches. */
const matches = (query: SQLWrapper | string) =>
  sql`+${posts.seq} in (select rowid from posts_fts where posts_fts match ${query})`;

export interface Conditions {
  /** Which conditions there are: queries of one shape share a prepared statement. */
  shape: string;
  where: SQL | undefined;
  values: Record<string, unknown>;
}

/**
 * The filter as SQL; null when no post can fit it. `bind` stands for a value: a placeholder, for statements
 * that are prepared once, or the value itself.
 */
export function conditionsOf(
  filter: PostFilter,
  since?: Date,
  bind: (name: string, value: string) => Placeholder | string = (name) => sql.placeholder(name),
): Conditions | null {
  const names: string[] = [];
  const parts: SQL[] = [];
  const values: Record<string, unknown> = {};
  const add = (name: string, value: string, condition: (bound: Placeholder | string) => SQL) => {
    names.push(name);
    parts.push(condition(bind(name, value)));
    values[name] = value;
  };
  const { userId, category, slug, postId, searchTerm } = filter;
  if (userId !== undefined) add('userId', userId, (bound) => eq(posts.userId, bound));
  if (category !== undefined && category !== '' && category !== 'uncategorized')
    add('category', category, (bound) => eq(posts.category, bound));
  if (slug !== undefined) add('slug', slug, (bound) => eq(posts.slug, bound));
  if (postId !== undefined) add('postId', postId, (bound) => eq(posts.id, bound));
  if (isSearch(filter)) {
    const match = ftsQuery(searchTerm ?? '');
    if (match === null) return null;
    add('match', match, matches);
  }
  if (since !== undefined) {
    names.push('since');
    parts.push(gte(posts.createdAt, sql.placeholder('since')));
    values.since = since.getTime();
  }
  return { shape: names.join(), where: and(...parts), values };
}

/** Does the filter have a search term? A blank one is none. */
export function isSearch({ searchTerm }: PostFilter): boolean {
  return searchTerm !== undefined && searchTerm.trim() !== '';
}

const order = (sort: 'asc' | 'desc') =>
  sort === 'asc'
    ? [asc(posts.createdAt), asc(posts.seq)]
    : [desc(posts.createdAt), desc(posts.seq)];

function prepareList(db: Db, where: SQL | undefined, sort: 'asc' | 'desc') {
  return db
    .select()
    .from(posts)
    .where(where)
    .orderBy(...order(sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('startIndex'))
    .prepare();
}

function prepareCards(db: Db, where: SQL | undefined, sort: 'asc' | 'desc') {
  return db
    .select(CARD)
    .from(posts)
    .where(where)
    .orderBy(...order(sort))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('startIndex'))
    .prepare();
}

function prepareCount(db: Db, where: SQL | undefined) {
  return db.select({ n: count() }).from(posts).where(where).prepare();
}

const lists = prepared(() => new Map<string, ReturnType<typeof prepareList>>());
const cardLists = prepared(() => new Map<string, ReturnType<typeof prepareCards>>());
const counts = prepared(() => new Map<string, ReturnType<typeof prepareCount>>());

function remember<S>(known: Map<string, S>, key: string, build: () => S): S {
  const statement = known.get(key) ?? build();
  known.set(key, statement);
  return statement;
}

/** The posts of a filter, by creation (and in the order of insertion within a millisecond). */
export async function listPosts(db: Db, filter: PostFilter, page: PostPage): Promise<PostRow[]> {
  const conditions = conditionsOf(filter);
  if (conditions === null) return [];
  const { shape, where, values } = conditions;
  const { sort = 'desc', startIndex, limit } = page;
  const statement = remember(lists(db), `${shape} ${sort}`, () => prepareList(db, where, sort));
  return await statement.all({ ...values, startIndex, limit });
}

/** Like `listPosts`, without the content. */
export async function listPostCards(
  db: Db,
  filter: PostFilter,
  page: PostPage,
): Promise<PostCard[]> {
  const conditions = conditionsOf(filter);
  if (conditions === null) return [];
  const { shape, where, values } = conditions;
  const { sort = 'desc', startIndex, limit } = page;
  const statement = remember(cardLists(db), `${shape} ${sort}`, () =>
    prepareCards(db, where, sort),
  );
  return await statement.all({ ...values, startIndex, limit });
}

/** How many posts fit the filter and, with `since`, were made at that instant or later. */
export async function countPosts(db: Db, filter: PostFilter = {}, since?: Date): Promise<number> {
  const conditions = conditionsOf(filter, since);
  if (conditions === null) return 0;
  const { shape, where, values } = conditions;
  const statement = remember(counts(db), shape, () => prepareCount(db, where));
  return (await statement.get(values))?.n ?? 0;
}

const byId = prepared((db) =>
  db
    .select()
    .from(posts)
    .where(eq(posts.id, sql.placeholder('id')))
    .prepare(),
);
const bySlug = prepared((db) =>
  db
    .select()
    .from(posts)
    .where(eq(posts.slug, sql.placeholder('slug')))
    .prepare(),
);

const seqById = prepared((db) =>
  db
    .select({ seq: posts.seq })
    .from(posts)
    .where(eq(posts.id, sql.placeholder('id')))
    .prepare(),
);

/** Whether there is such a post; its content is not read. */
export async function hasPost(db: Db, id: string): Promise<boolean> {
  return (await seqById(db).get({ id })) !== undefined;
}

export async function findPostById(db: Db, id: string): Promise<PostRow | undefined> {
  return await byId(db).get({ id });
}

export async function findPostBySlug(db: Db, slug: string): Promise<PostRow | undefined> {
  return await bySlug(db).get({ slug });
}

/** Slug and title of these posts, in no particular order. */
export async function findPostTitles(
  db: Db,
  ids: string[],
): Promise<Pick<PostRow, 'id' | 'slug' | 'title'>[]> {
  if (ids.length === 0) return [];
  return await db
    .select({ id: posts.id, slug: posts.slug, title: posts.title })
    .from(posts)
    .where(inArray(posts.id, ids));
}

/** Writes a post and gives its row. Throws when the slug or the id is taken. */
export async function insertPost(tx: Db, values: NewPost): Promise<PostRow> {
  const [row] = await tx
    .insert(posts)
    .values({ ...values, id: values.id ?? newId() })
    .returning();
  if (row === undefined) throw new Error('The post was not written');
  return row;
}

/** Edits a post, counts its version up and gives the new row; undefined when there is none. */
export async function updatePost(
  tx: Db,
  id: string,
  changes: PostChanges,
  now: Date,
): Promise<PostRow | undefined> {
  const [row] = await tx
    .update(posts)
    .set({ ...changes, version: sql`${posts.version} + 1`, updatedAt: now })
    .where(eq(posts.id, id))
    .returning();
  return row;
}

/** Removes a post with its comments and its entry in the search index. Gives what it was, if it was there. */
export async function deletePost(tx: Db, id: string): Promise<PostRow | undefined> {
  await eraseFromIndex(tx, true);
  const [row] = await tx.delete(posts).where(eq(posts.id, id)).returning();
  await eraseFromIndex(tx, false);
  return row;
}

/**
 * While on, what is removed from the search index is erased at once, instead of whenever its parts are
 * merged. Only for deletions: with it, an update at 5,000 posts takes 100 ms more.
 */
async function eraseFromIndex(tx: Db, on: boolean): Promise<void> {
  // A literal: the driver binds numbers as floats, which FTS5 refuses here.
  const value = on ? sql`1` : sql`0`;
  await tx.run(sql`insert into posts_fts (posts_fts, rank) values ('secure-delete', ${value})`);
}

const MAX_SLUG_LENGTH = 80;

/**
 * The first free slug of `base`, `base-2`, `base-3`… (at most 80 characters with the number, for which
 * the base is cut). Call it in the transaction that inserts the post.
 */
export async function uniqueSlug(tx: Db, base: string): Promise<string> {
  const whole = cut(base, MAX_SLUG_LENGTH) || 'post';
  if ((await findPostBySlug(tx, whole)) === undefined) return whole;
  for (let digits = 1; ; digits++) {
    const stem = cut(whole, MAX_SLUG_LENGTH - 1 - digits);
    const taken = await numberedSlugs(tx, stem);
    for (let n = digits === 1 ? 2 : 10 ** (digits - 1); n < 10 ** digits; n++) {
      if (!taken.has(`${stem}-${n}`)) return `${stem}-${n}`;
    }
  }
}

function cut(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, '');
}

/** Slugs that are the stem, a hyphen and something: in the index they stand between `stem-` and `stem.`. */
async function numberedSlugs(tx: Db, stem: string): Promise<Set<string>> {
  const rows = await tx
    .select({ slug: posts.slug })
    .from(posts)
    .where(sql`${posts.slug} >= ${`${stem}-`} and ${posts.slug} < ${`${stem}.`}`);
  return new Set(rows.map((row) => row.slug));
}

/** Every category that a post has, in alphabetical order. */
export async function listCategories(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ category: posts.category })
    .from(posts)
    .orderBy(asc(posts.category));
  return rows.map((row) => row.category);
}

/** The posts after `afterSeq` (0 to begin), oldest first: for going through all of them in batches. */
export async function listPostSlugs(
  db: Db,
  { afterSeq, limit }: { afterSeq: number; limit: number },
): Promise<Pick<PostRow, 'seq' | 'id' | 'slug'>[]> {
  return await db
    .select({ seq: posts.seq, id: posts.id, slug: posts.slug })
    .from(posts)
    .where(gt(posts.seq, afterSeq))
    .orderBy(asc(posts.seq))
    .limit(limit);
}

/** The posts from `fromSeq` to `toSeq` (both included), oldest first: one file of the sitemap. */
export async function listSitemapRange(
  db: Db,
  fromSeq: number,
  toSeq: number,
): Promise<Pick<PostRow, 'slug' | 'updatedAt'>[]> {
  return await db
    .select({ slug: posts.slug, updatedAt: posts.updatedAt })
    .from(posts)
    .where(between(posts.seq, fromSeq, toSeq))
    .orderBy(asc(posts.seq));
}

/**
 * The parts of `size` consecutive `seq`s (numbered from 1) that have posts, with the newest change of each.
 * Reads only the index of `updated_at`.
 */
export async function listSitemapParts(
  db: Db,
  size: number,
): Promise<{ part: number; lastModified: Date }[]> {
  const part = sql<number>`(${posts.seq} - 1) / ${sql.raw(String(Math.trunc(size)))} + 1`;
  return await db
    .select({ part, lastModified: sql`max(${posts.updatedAt})`.mapWith(posts.updatedAt) })
    .from(posts)
    .groupBy(part)
    .orderBy(part);
}

/** The highest `seq` of a post, 0 without posts. */
export async function maxPostSeq(db: Db): Promise<number> {
  const [row] = await db.select({ seq: max(posts.seq) }).from(posts);
  return row?.seq ?? 0;
}
