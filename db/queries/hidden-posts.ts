import { and, asc, eq, exists, inArray, not, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  comments,
  hiddenComments,
  hiddenLikes,
  hiddenPosts,
  likes,
  posts,
  type StoredTag,
} from '../schema.ts';
import { addUses, hiddenUses, postUses } from './picture-uses.ts';
import { deletePost, hasPost, type PostRow } from './posts.ts';
import { forUpdate, lockForDeletion, runSql } from './query.ts';
import { indexWords } from './search-words.ts';
import { findSeriesOf, findTitleOfOthers, type PostSeries, saveSeriesOf } from './series.ts';
import { findTagsOf, saveTagsOf } from './tags.ts';

/** A post that isn't public: unpublished, or in the trash. */
export type HiddenPost = PostRow & { tags: StoredTag[]; series: PostSeries | null };

/** Comments that one transaction moves or deletes. Other writes get a turn in between. */
export const COMMENTS_AT_ONCE = 500;

const PUBLIC = { comments, likes };
const HIDDEN = { comments: hiddenComments, likes: hiddenLikes };
const COMMENT = sql.raw('seq, id, post_id, user_id, content, created_at, updated_at');
const LIKE = sql.raw('comment_id, user_id, created_at');

type Threads = typeof PUBLIC | typeof HIDDEN;

/** Locks some comments of a post, at most `COMMENTS_AT_ONCE`. */
async function lockSome(tx: Db, { comments: table }: Threads, postId: string) {
  const { seq, id } = table;
  const query = tx.select({ seq, id }).from(table).where(eq(table.postId, postId));
  return await forUpdate(query.limit(COMMENTS_AT_ONCE));
}

/** Moves some comments of a post with their likes. Returns how many, at most `COMMENTS_AT_ONCE`. */
async function moveSome(tx: Db, from: Threads, to: Threads, postId: string): Promise<number> {
  const rows = await lockSome(tx, from, postId);
  if (rows.length === 0) return 0;
  const some = inArray(
    from.comments.seq,
    rows.map(({ seq }) => seq),
  );
  const onSome = inArray(
    from.likes.commentId,
    rows.map(({ id }) => id),
  );
  const { comments: source, likes: given } = from;
  // Wait for likes that other transactions are writing: they must be moved, too.
  await lockForDeletion(tx, source, some);
  await runSql(
    tx,
    sql`insert into ${to.comments} (${COMMENT}) select ${COMMENT} from ${source} where ${some}`,
  );
  await runSql(
    tx,
    sql`insert into ${to.likes} (${LIKE}) select ${LIKE} from ${given} where ${onSome}`,
  );
  await runSql(tx, sql`delete from ${source} where ${some}`);
  return rows.length;
}

/**
 * Copies a public post to the hidden ones, or updates its copy. Returns it, or `undefined` if
 * there's none.
 */
async function copyToHidden(tx: Db, id: string): Promise<PostRow | undefined> {
  const [[post], tags, series] = await Promise.all([
    tx.select().from(posts).where(eq(posts.id, id)).execute(),
    findTagsOf(tx, id),
    findSeriesOf(tx, id),
  ]);
  if (post === undefined) return undefined;
  const { seq, slug } = post;
  const hidden = JSON.stringify({ ...post, tags, series } satisfies HiddenPost);
  await Promise.all([
    tx
      .insert(hiddenPosts)
      .values({ seq, id, slug, post: hidden })
      .onConflictDoUpdate({ target: hiddenPosts.id, set: { slug, post: hidden } })
      .execute(),
    addUses(tx, hiddenUses(id, post)),
  ]);
  return post;
}

/**
 * Hides some comments of a post that is about to be hidden. Returns how many. Fewer than
 * `COMMENTS_AT_ONCE` means that the thread is empty.
 */
export async function hideSomeComments(tx: Db, postId: string): Promise<number> {
  const post = await copyToHidden(tx, postId);
  return post === undefined ? 0 : await moveSome(tx, PUBLIC, HIDDEN, postId);
}

/**
 * Moves a public post with its comments and likes out of the tables of what's public. Returns the
 * post, or `undefined` when there is none.
 */
export async function hidePost(tx: Db, id: string): Promise<PostRow | undefined> {
  // Wait for comments that other transactions are writing: they must be moved, too.
  await lockForDeletion(tx, posts, eq(posts.id, id));
  const post = await copyToHidden(tx, id);
  if (post === undefined) return undefined;
  while ((await moveSome(tx, PUBLIC, HIDDEN, id)) === COMMENTS_AT_ONCE);
  await deletePost(tx, id);
  return post;
}

/**
 * Makes a hidden post public again, with its first `COMMENTS_AT_ONCE` comments (see
 * `unhideSomeComments`). Returns it, or `undefined` if there's none.
 */
export async function unhidePost(tx: Db, id: string): Promise<PostRow | undefined> {
  const hidden = await findHiddenPost(tx, id);
  if (hidden === undefined) return undefined;
  const { tags, series, ...values } = hidden;
  const [[post]] = await Promise.all([
    tx.insert(posts).values(values).returning().execute(),
    indexWords(tx, eq(posts.id, id), values),
  ]);
  await unhideSomeComments(tx, id);
  await saveTagsOf(tx, id, tags);
  if (series) {
    // Its title may have changed in the meantime.
    const title = await findTitleOfOthers(tx, series.slug, post?.userId ?? '');
    await saveSeriesOf(tx, id, { ...series, title: title ?? series.title });
  }
  await addUses(tx, postUses(values));
  return post;
}

/**
 * Restores some comments of a post that's public again. Returns how many. Fewer than
 * `COMMENTS_AT_ONCE` means that none is left.
 */
export async function unhideSomeComments(tx: Db, postId: string): Promise<number> {
  if (!(await hasPost(tx, postId))) return 0;
  const moved = await moveSome(tx, HIDDEN, PUBLIC, postId);
  if (moved < COMMENTS_AT_ONCE) await deleteHiddenPost(tx, postId);
  return moved;
}

const isPublicToo = exists(sql`(select 1 from ${posts} where ${posts.id} = ${hiddenPosts.id})`);

/** Returns the ids of public posts that still have hidden comments: these are being moved. */
export async function listPartlyHidden(db: Db): Promise<string[]> {
  const rows = await db.select({ id: hiddenPosts.id }).from(hiddenPosts).where(isPublicToo);
  return rows.map(({ id }) => id);
}

export async function countHiddenComments(db: Db, postId: string): Promise<number> {
  return await db.$count(hiddenComments, eq(hiddenComments.postId, postId));
}

export async function findHiddenPost(db: Db, id: string): Promise<HiddenPost | undefined> {
  const [row] = await db
    .select({ post: hiddenPosts.post })
    .from(hiddenPosts)
    .where(and(eq(hiddenPosts.id, id), not(isPublicToo)));
  return row && parseHidden(row.post);
}

function parseHidden(json: string): HiddenPost {
  const post = JSON.parse(json) as HiddenPost;
  return { ...post, createdAt: new Date(post.createdAt), updatedAt: new Date(post.updatedAt) };
}

/** Deletes some comments of a hidden post. Returns how many, at most `COMMENTS_AT_ONCE`. */
export async function deleteSomeHidden(tx: Db, postId: string): Promise<number> {
  const rows = await lockSome(tx, HIDDEN, postId);
  const seqs = rows.map(({ seq }) => seq);
  if (seqs.length > 0) await tx.delete(hiddenComments).where(inArray(hiddenComments.seq, seqs));
  return seqs.length;
}

/** Deletes a hidden post with its comments for good. */
export async function deleteHiddenPost(tx: Db, id: string): Promise<void> {
  await tx.delete(hiddenPosts).where(eq(hiddenPosts.id, id));
}

/** Returns the comments of a hidden post with their likes, in order of insertion. */
export async function listHiddenComments(db: Db, postId: string) {
  const [rows, given] = await Promise.all([
    db
      .select()
      .from(hiddenComments)
      .where(eq(hiddenComments.postId, postId))
      .orderBy(asc(hiddenComments.seq))
      .execute(),
    db
      .select({
        commentId: hiddenLikes.commentId,
        userId: hiddenLikes.userId,
        createdAt: hiddenLikes.createdAt,
      })
      .from(hiddenLikes)
      .innerJoin(hiddenComments, eq(hiddenComments.id, hiddenLikes.commentId))
      .where(eq(hiddenComments.postId, postId))
      .execute(),
  ]);
  const byComment = Map.groupBy(given, ({ commentId }) => commentId);
  return rows.map((row) => ({
    ...row,
    likes: (byComment.get(row.id) ?? []).map(({ userId, createdAt }) => ({ userId, createdAt })),
  }));
}
