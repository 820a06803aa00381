import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  sql,
} from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { allPosts, type PublicField } from '../schema.ts';
import { insertDocumentOf, type NewDocumentRow } from './documents.ts';
import { addUses, postUses, saveUses } from './picture-uses.ts';
import type { PostRow } from './posts.ts';
import { forReference, forUpdate, prepared } from './query.ts';
import { indexWords, outdatedSeqs, setSecureDelete, storeWords } from './search-words.ts';

// The only file that names the table `posts`, which includes hidden posts. All others read the view
// `public_posts` (tests/api/db/public-views.test.ts).

export type NewPost = Omit<typeof allPosts.$inferInsert, 'seq' | 'version' | 'hiddenAt'>;

/** The fields that an edit may change. A new slug needs a redirect from the old one. */
export type PostChanges = Partial<Pick<PostRow, PublicField | 'slug' | 'guid' | 'isDemo'>>;

const { hiddenAt, kind, ...COLUMNS } = getTableColumns(allPosts);
const isPublic = isNull(hiddenAt);
const isHidden = isNotNull(hiddenAt);
/** Pages have no comments and likes, and the calls of posts don't change them. */
const isPublicPost = and(isPublic, eq(kind, 'post'));

/**
 * Inserts a public post and its document. `document` has the fields of the document that the post
 * doesn't have, or is `exists` if there is a document. Throws if the slug or the id is taken.
 */
export async function insertPost(
  tx: Db,
  values: NewPost,
  document: Partial<NewDocumentRow> | 'exists' = {},
): Promise<PostRow> {
  const [[row]] = await Promise.all([
    tx.insert(allPosts).values(values).returning(COLUMNS).execute(),
    indexWords(tx, { slug: values.slug }, values),
  ]);
  if (row === undefined) throw new Error('The post was not written');
  await addUses(tx, postUses(row));
  if (document !== 'exists') await insertDocumentOf(tx, row, { kind: values.kind, ...document });
  return row;
}

/** Updates a post and increments its version. Returns `undefined` if there is no such post. */
export async function updatePost(
  tx: Db,
  id: string,
  changes: PostChanges,
  now: Date,
): Promise<PostRow | undefined> {
  const update = tx
    .update(allPosts)
    .set({ ...changes, version: sql`${allPosts.version} + 1`, updatedAt: now })
    .where(and(eq(allPosts.id, id), isPublic))
    .returning(COLUMNS);
  const { title, text } = changes;
  if (title !== undefined && text !== undefined) {
    const [[row]] = await Promise.all([update.execute(), indexWords(tx, { id }, { title, text })]);
    if (row) await saveUses(tx, postUses(row));
    return row;
  }
  const [row] = await update;
  if (row && (title ?? text) !== undefined) await indexWords(tx, { id }, row);
  if (row) await saveUses(tx, postUses(row));
  return row;
}

/** Hides a public post with its comments. Returns the post, or `undefined` if there is none. */
export async function hidePost(tx: Db, id: string, at = new Date()): Promise<PostRow | undefined> {
  const [row] = await tx
    .update(allPosts)
    .set({ hiddenAt: at })
    .where(and(eq(allPosts.id, id), isPublic))
    .returning(COLUMNS);
  return row;
}

/**
 * Locks a post, and makes it public if it's hidden. Returns it, or `undefined` if there is none.
 */
export async function showPost(tx: Db, id: string): Promise<PostRow | undefined> {
  const isOne = eq(allPosts.id, id);
  const [found] = await forUpdate(tx.select().from(allPosts).where(isOne));
  if (found === undefined) return undefined;
  const { hiddenAt: at, kind: _, ...row } = found;
  if (at === null) return row;
  await tx.update(allPosts).set({ hiddenAt: null }).where(isOne);
  // A post hidden by an earlier release may have no words yet.
  await indexWords(tx, { id }, row);
  return row;
}

/** Deletes a post with its comments and its entry in the search index. Returns the deleted row. */
export async function deletePost(tx: Db, id: string): Promise<PostRow | undefined> {
  await setSecureDelete(tx, true);
  const [row] = await tx.delete(allPosts).where(eq(allPosts.id, id)).returning(COLUMNS);
  await setSecureDelete(tx, false);
  return row;
}

/**
 * Returns a public post, and locks it until the end of the transaction: other transactions can't
 * change, hide or delete it.
 */
export async function lockPost(tx: Db, id: string): Promise<PostRow | undefined> {
  const isOne = and(eq(allPosts.id, id), isPublicPost);
  const [row] = await forUpdate(tx.select(COLUMNS).from(allPosts).where(isOne));
  return row;
}

const keptById = prepared((tx) =>
  forReference(
    tx
      .select({
        slug: allPosts.slug,
        createdAt: allPosts.createdAt,
        commentsClosed: allPosts.commentsClosed,
      })
      .from(allPosts)
      .where(and(eq(allPosts.id, sql.placeholder('id')), isPublicPost)),
  ),
);

/**
 * Keeps a public post from being deleted until the end of the transaction. Returns its slug, its
 * publication date and whether its comments are closed, or `undefined` if there is none.
 */
export async function keepPost(
  tx: Db,
  id: string,
): Promise<Pick<PostRow, 'slug' | 'createdAt' | 'commentsClosed'> | undefined> {
  const [row] = await keptById(tx, { id });
  return row;
}

/** The same, if only its existence matters. */
export async function hasPost(tx: Db, id: string): Promise<boolean> {
  return (await keepPost(tx, id)) !== undefined;
}

/** Opens or closes the comments of a public post. Returns its author, or `undefined`. */
export async function closeComments(
  tx: Db,
  id: string,
  commentsClosed: boolean,
): Promise<Pick<PostRow, 'userId'> | undefined> {
  const [row] = await tx
    .update(allPosts)
    .set({ commentsClosed })
    .where(and(eq(allPosts.id, id), isPublicPost))
    .returning({ userId: allPosts.userId });
  return row;
}

export async function findHiddenPost(db: Db, id: string): Promise<PostRow | undefined> {
  const isOne = and(eq(allPosts.id, id), isHidden);
  const [row] = await db.select(COLUMNS).from(allPosts).where(isOne);
  return row;
}

/** A post, public or hidden. */
export interface AnyPost {
  post: PostRow;
  isHidden: boolean;
}

export async function findAnyPost(db: Db, id: string): Promise<AnyPost | undefined> {
  const [row] = await db
    .select({ post: COLUMNS, hiddenAt })
    .from(allPosts)
    .where(eq(allPosts.id, id));
  return row && { post: row.post, isHidden: row.hiddenAt !== null };
}

/** SQL: the query for the ids of hidden posts. */
export const hiddenIds = sql`select ${allPosts.id} from ${allPosts} where ${isHidden}`;

/** Query: the hidden post with this slug. */
export function hiddenBySlug(db: Db, slug: string) {
  const isOne = and(eq(allPosts.slug, slug), isHidden);
  return db.select({ id: allPosts.id }).from(allPosts).where(isOne);
}

/** Query: which of these slugs are taken by posts, public or hidden, other than the post `own`. */
export function takenSlugs(db: Db, slugs: string[], own = '') {
  return db
    .select({ slug: allPosts.slug })
    .from(allPosts)
    .where(and(inArray(allPosts.slug, slugs), ne(allPosts.id, own)));
}

/** SQL: there is a post with this id, public or hidden. */
export function hasBeenPublic(db: Db, id: SQLiteColumn) {
  return exists(db.select({ id: allPosts.id }).from(allPosts).where(eq(allPosts.id, id)));
}

/** Query: the parts of posts, public or hidden, that may contain pictures, by id. */
export function postTexts(db: Db, afterId: string, limit: number) {
  const { id, image, content, seo } = allPosts;
  const query = db.select({ id, image, content, seo }).from(allPosts);
  return query.where(gt(id, afterId)).orderBy(asc(id)).limit(limit);
}

const SLICE_POSTS = 50;
/** Characters to index in one transaction, which takes about 50 ms. */
const SLICE_CHARACTERS = 50_000;

/**
 * Indexes some posts, public or hidden, with missing or outdated words, the newest first. Returns
 * how many.
 */
export async function indexOutdatedPosts(tx: Db): Promise<number> {
  const { seq, title, text } = allPosts;
  const newest = sql`(${outdatedSeqs} order by version desc, post_seq desc limit ${SLICE_POSTS})`;
  const found = await tx
    .select({ seq, length: sql<number>`length(${text})` })
    .from(allPosts)
    .where(sql`${seq} in ${newest}`)
    .orderBy(desc(seq));
  let characters = 0;
  const slice = found.filter((each, index) => {
    characters += Number(each.length);
    return index === 0 || characters <= SLICE_CHARACTERS;
  });
  const isInSlice = inArray(
    seq,
    slice.map((each) => each.seq),
  );
  // Locked, so that these don't overwrite newer words of an edit.
  const rows = await forUpdate(tx.select({ seq, title, text }).from(allPosts).where(isInSlice));
  for (const row of rows) await storeWords(tx, row.seq, row);
  return rows.length;
}

/** Moves the posts of one user to another. Returns the public ones. */
export async function movePosts(
  tx: Db,
  from: string,
  to: string,
): Promise<Pick<PostRow, 'id' | 'slug'>[]> {
  const { id, slug } = allPosts;
  const moved = await tx
    .update(allPosts)
    .set({ userId: to })
    .where(eq(allPosts.userId, from))
    .returning({ id, slug, hiddenAt });
  return moved.flatMap((post) => (post.hiddenAt ? [] : [{ id: post.id, slug: post.slug }]));
}
