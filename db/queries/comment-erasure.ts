import { aliasedTable, and, eq, inArray, isNotNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { allComments, commentReports, commentVersions, likes, notifications } from '../schema.ts';
import { type CommentRow, isOut, lockComments } from './comments-table.ts';
import { BATCH_SIZE } from './query.ts';

// Deletes comments for good, on public and hidden posts.

/**
 * Deletes some of a user's comments and likes, at most `limit` of each: an account with many is
 * deleted in several transactions, so others don't wait. Returns whether there may be more, and the
 * posts that showed the comments.
 */
export async function deleteSomeActivity(
  tx: Db,
  userId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<{ hasMore: boolean; posts: string[] }> {
  const isGiven = eq(likes.userId, userId);
  const own = await tx
    .select({ id: allComments.id, postId: allComments.postId })
    .from(allComments)
    .where(eq(allComments.userId, userId))
    .limit(limit);
  const liked = await tx.select({ id: likes.commentId }).from(likes).where(isGiven).limit(limit);
  const likedIds = liked.map((comment) => comment.id);
  await lockComments(tx, [...own.map(({ id }) => id), ...likedIds]);
  await eraseComments(
    tx,
    own.map(({ id }) => id),
    now,
  );
  await tx.delete(likes).where(and(isGiven, inArray(likes.commentId, likedIds)));
  // Of all states: a moderator may have approved a comment before it was locked.
  const posts = own.map(({ postId }) => postId);
  return { hasMore: Math.max(own.length, liked.length) === limit, posts };
}

/**
 * Deletes all of a user's comments and likes at once. Returns the posts that showed the comments.
 */
export async function deleteActivity(tx: Db, userId: string, now: Date): Promise<string[]> {
  const shown: string[] = [];
  for (;;) {
    const { hasMore, posts } = await deleteSomeActivity(tx, userId, { limit: BATCH_SIZE, now });
    shown.push(...posts);
    if (!hasMore) return shown;
  }
}

/**
 * Deletes comments for good. A top comment with replies leaves an empty row, so that its thread
 * keeps its place; the row goes with the last reply.
 */
export async function eraseComments(tx: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const { id, threadId } = allComments;
  const isOne = inArray(id, ids);
  const found = await tx.selectDistinct({ threadId }).from(allComments).where(isOne);
  // With their top comments, which new replies lock, too.
  const tops = [...ids, ...found.flatMap((row) => row.threadId ?? [])];
  await lockComments(tx, tops);
  const reply = aliasedTable(allComments, 'reply');
  const hasNoReplies = notExists(
    tx.select({ one: sql`1` }).from(reply).where(eq(reply.threadId, id)),
  );
  await tx.delete(allComments).where(and(isOne, or(isNotNull(threadId), hasNoReplies)));
  await tx
    .update(allComments)
    .set({ userId: null, content: '', state: 'erased', stateAt: now, reasons: [] })
    .where(isOne);
  // Of stubs. Deleting the other rows has deleted these, too.
  for (const table of [likes, commentVersions, commentReports, notifications]) {
    await tx.delete(table).where(inArray(table.commentId, ids));
  }
  const isErased = eq(allComments.state, 'erased');
  await tx.delete(allComments).where(and(inArray(id, tops), isErased, hasNoReplies));
}

/** Returns some comments that moderators removed, or marked as spam, before a time. */
export async function listRemovedBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<Pick<CommentRow, 'id' | 'numberOfLikes'>[]> {
  const { id, numberOfLikes, state, stateAt } = allComments;
  return await db
    .select({ id, numberOfLikes })
    .from(allComments)
    .where(and(inArray(state, ['removed', 'spam']), lt(stateAt, before), isOut))
    .limit(limit);
}

/** Deletes some comments of a post. Returns how many. */
export async function deleteSomeComments(tx: Db, postId: string, limit: number): Promise<number> {
  const { id } = allComments;
  const query = tx.select({ id }).from(allComments).where(eq(allComments.postId, postId));
  const ids = (await query.limit(limit)).map((row) => row.id);
  await lockComments(tx, ids);
  await tx.delete(allComments).where(inArray(id, ids));
  return ids.length;
}
