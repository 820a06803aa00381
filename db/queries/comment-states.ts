import {
  aliasedTable,
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  notExists,
  or,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import type { CommentState } from '../schema/types.ts';
import { allComments, commentReports, commentVersions, likes, notifications } from '../schema.ts';
import { type CommentRow, isOut, lockComments } from './comments-table.ts';
import { BATCH_SIZE } from './query.ts';

// Removes, restores and erases comments, also those on hidden posts.

const { id, userId, postId, threadId, state, stateAt, reasons, createdAt } = allComments;

/** For held comments without reasons, so that restoring holds them again. */
export const UNAPPROVED = ['Not approved yet'];

/** Sets a comment's state, its time and its reasons. The caller has locked the comment. */
export async function putState(
  tx: Db,
  commentId: string,
  to: { state: CommentState; stateAt: Date | null; reasons: string[] },
): Promise<void> {
  await tx.update(allComments).set(to).where(eq(id, commentId));
}

/** Holds a visible comment, or adds reasons to one that waits. */
export async function setHeld(
  tx: Db,
  commentId: string,
  because: string[],
  now: Date,
): Promise<void> {
  await tx
    .update(allComments)
    // A comment that waits keeps its place in the queue.
    .set({
      state: 'held',
      reasons: because,
      stateAt: sql`case when ${state} = 'held' then ${stateAt} else ${now.getTime()} end`,
    })
    .where(eq(id, commentId));
}

/** A part of an action that takes several transactions. */
interface Part {
  userId: string;
  limit: number;
}

/** What a part has changed. */
interface Done {
  /** The post of each changed comment. */
  postIds: string[];
  /** Also if others changed some of the comments in the meantime. */
  mayHaveMore: boolean;
}

/** Removes some of a user's visible and held comments, since a time if it's given. */
export async function removeSome(
  tx: Db,
  part: Part & { since: Date | undefined; at: Date },
): Promise<Done> {
  const found = tx
    .select({ id })
    .from(allComments)
    .where(
      and(
        eq(userId, part.userId),
        or(eq(state, 'visible'), eq(state, 'held')),
        part.since && gte(createdAt, part.since),
      ),
    )
    .orderBy(asc(createdAt))
    .limit(part.limit);
  const ids = (await found).map((row) => row.id);
  await lockComments(tx, ids);
  const isOne = inArray(id, ids);
  const lacksReasons = and(isOne, eq(state, 'held'), eq(reasons, []));
  await tx.update(allComments).set({ reasons: UNAPPROVED }).where(lacksReasons);
  const removed = await tx
    .update(allComments)
    .set({ state: 'removed', stateAt: part.at })
    .where(and(isOne, inArray(state, ['visible', 'held'])))
    .returning({ postId });
  return toDone(removed, ids.length === part.limit);
}

/** Restores some of a user's comments that were removed at exactly this time, like `removeSome`. */
export async function restoreSome(
  tx: Db,
  part: Part & { removedAt: Date; at: Date },
): Promise<Done> {
  const isRemoved = and(
    eq(userId, part.userId),
    eq(state, 'removed'),
    eq(stateAt, part.removedAt),
    // Lets the query use the partial index.
    sql`${state} <> 'visible'`,
  );
  const found = tx.select({ id }).from(allComments).where(isRemoved).limit(part.limit);
  const ids = (await found).map((row) => row.id);
  await lockComments(tx, ids);
  const restored = await tx
    .update(allComments)
    .set({
      state: sql`case when ${eq(reasons, [])} then 'visible' else 'held' end`,
      stateAt: part.at,
    })
    .where(and(inArray(id, ids), isRemoved))
    .returning({ postId });
  return toDone(restored, ids.length === part.limit);
}

const toDone = (changed: { postId: string }[], mayHaveMore: boolean): Done => ({
  postIds: changed.map(({ postId }) => postId),
  mayHaveMore,
});

/**
 * Deletes some of a user's comments and likes, at most `limit` of each: an account with many is
 * deleted in several transactions, so others don't wait. Returns whether there may be more, and the
 * posts that showed the comments.
 */
export async function deleteSomeActivity(
  tx: Db,
  owner: string,
  { limit, now }: { limit: number; now: Date },
): Promise<{ hasMore: boolean; posts: string[] }> {
  const isGiven = eq(likes.userId, owner);
  const own = await tx
    .select({ id, postId })
    .from(allComments)
    .where(eq(userId, owner))
    .limit(limit);
  const liked = await tx.select({ id: likes.commentId }).from(likes).where(isGiven).limit(limit);
  const ownIds = own.map((comment) => comment.id);
  const likedIds = liked.map((comment) => comment.id);
  await lockComments(tx, [...ownIds, ...likedIds]);
  await eraseComments(tx, ownIds, now);
  await tx.delete(likes).where(and(isGiven, inArray(likes.commentId, likedIds)));
  // Of all states: a moderator may have approved a comment before it was locked.
  const posts = own.map((comment) => comment.postId);
  return { hasMore: Math.max(own.length, liked.length) === limit, posts };
}

/**
 * Deletes all of a user's comments and likes at once. Returns the posts that showed the comments.
 */
export async function deleteActivity(tx: Db, owner: string, now: Date): Promise<string[]> {
  const shown: string[] = [];
  for (;;) {
    const { hasMore, posts } = await deleteSomeActivity(tx, owner, { limit: BATCH_SIZE, now });
    shown.push(...posts);
    if (!hasMore) return shown;
  }
}

/**
 * Deletes comments for good. A top comment with replies leaves an empty row, so that its thread
 * keeps its place; the row is deleted with the last reply.
 */
export async function eraseComments(tx: Db, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const isOne = inArray(id, ids);
  const found = await tx.selectDistinct({ threadId }).from(allComments).where(isOne);
  // Lock their top comments as well, because new replies also lock them.
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
  // For the empty rows. Deleting the others has deleted theirs, too.
  for (const table of [likes, commentVersions, commentReports, notifications]) {
    await tx.delete(table).where(inArray(table.commentId, ids));
  }
  const isErased = eq(state, 'erased');
  await tx.delete(allComments).where(and(inArray(id, tops), isErased, hasNoReplies));
}

/** Returns some comments that moderators removed, or marked as spam, before a time. */
export async function listRemovedBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<Pick<CommentRow, 'id' | 'numberOfLikes'>[]> {
  const { numberOfLikes } = allComments;
  return await db
    .select({ id, numberOfLikes })
    .from(allComments)
    .where(and(inArray(state, ['removed', 'spam']), lt(stateAt, before), isOut))
    .limit(limit);
}

/** Deletes some comments of a post. Returns how many. */
export async function deleteSomeComments(tx: Db, onPost: string, limit: number): Promise<number> {
  const query = tx.select({ id }).from(allComments).where(eq(postId, onPost));
  const ids = (await query.limit(limit)).map((row) => row.id);
  await lockComments(tx, ids);
  await tx.delete(allComments).where(inArray(id, ids));
  return ids.length;
}
