import { asc, eq, inArray } from 'drizzle-orm';
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
import { deletePost, type PostRow } from './posts.ts';
import { lockForDeletion } from './query.ts';
import { indexWords } from './search-words.ts';
import { findSeriesOf, type PostSeries, saveSeriesOf } from './series.ts';
import { findTagsOf, saveTagsOf } from './tags.ts';

/** A post that isn't public: unpublished, or in the trash. */
export type HiddenPost = PostRow & { tags: StoredTag[]; series: PostSeries | null };

/**
 * Moves a public post with its comments and likes out of the tables of what's public. Returns the
 * post, or `undefined` when there is none.
 */
export async function hidePost(tx: Db, id: string): Promise<PostRow | undefined> {
  const ofPost = eq(comments.postId, id);
  // Comments and likes that are just being written must be moved, too.
  await lockForDeletion(tx, posts, eq(posts.id, id));
  await lockForDeletion(tx, comments, ofPost);
  const [[post], tags, series] = await Promise.all([
    tx.select().from(posts).where(eq(posts.id, id)).execute(),
    findTagsOf(tx, id),
    findSeriesOf(tx, id),
  ]);
  if (post === undefined) return undefined;
  const { seq, slug } = post;
  const hidden = JSON.stringify({ ...post, tags, series } satisfies HiddenPost);
  const { createdAt, updatedAt, content, userId, postId } = comments;
  const commentIds = tx.select({ id: comments.id }).from(comments).where(ofPost);
  await Promise.all([
    tx.insert(hiddenPosts).values({ seq, id, slug, post: hidden }).execute(),
    addUses(tx, [hiddenUses(id, post)]),
    tx
      .insert(hiddenComments)
      .select(
        tx
          .select({
            seq: comments.seq,
            id: comments.id,
            postId,
            userId,
            content,
            createdAt,
            updatedAt,
          })
          .from(comments)
          .where(ofPost),
      )
      .execute(),
    tx
      .insert(hiddenLikes)
      .select(tx.select().from(likes).where(inArray(likes.commentId, commentIds)))
      .execute(),
  ]);
  await deletePost(tx, id);
  return post;
}

/** Makes a hidden post public again, with its comments. Returns it, or `undefined` without one. */
export async function unhidePost(tx: Db, id: string): Promise<PostRow | undefined> {
  const hidden = await findHiddenPost(tx, id);
  if (hidden === undefined) return undefined;
  const { tags, series, ...values } = hidden;
  const ofPost = eq(hiddenComments.postId, id);
  const { createdAt, updatedAt, content, userId, postId } = hiddenComments;
  const commentIds = tx.select({ id: hiddenComments.id }).from(hiddenComments).where(ofPost);
  const [[post]] = await Promise.all([
    tx.insert(posts).values(values).returning().execute(),
    indexWords(tx, eq(posts.id, id), values),
    tx
      .insert(comments)
      .select(
        tx
          .select({
            ...{ seq: hiddenComments.seq, id: hiddenComments.id, postId, userId, content },
            ...{ createdAt, updatedAt },
          })
          .from(hiddenComments)
          .where(ofPost),
      )
      .execute(),
    tx
      .insert(likes)
      .select(tx.select().from(hiddenLikes).where(inArray(hiddenLikes.commentId, commentIds)))
      .execute(),
    tx.delete(hiddenPosts).where(eq(hiddenPosts.id, id)).execute(),
  ]);
  await saveTagsOf(tx, id, tags);
  await saveSeriesOf(tx, id, series);
  await addUses(tx, [postUses(values)]);
  return post;
}

export async function findHiddenPost(db: Db, id: string): Promise<HiddenPost | undefined> {
  const [row] = await db
    .select({ post: hiddenPosts.post })
    .from(hiddenPosts)
    .where(eq(hiddenPosts.id, id));
  return row && parseHidden(row.post);
}

function parseHidden(json: string): HiddenPost {
  const post = JSON.parse(json) as HiddenPost;
  return { ...post, createdAt: new Date(post.createdAt), updatedAt: new Date(post.updatedAt) };
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
