import {
  aliasedTable,
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import { type CommentState, newId } from '../schema/types.ts';
import { allComments, likes } from '../schema.ts';
import {
  type CommentFilter,
  type CommentSortKey,
  conditionsOf,
  orderOf,
  type Source,
} from './comment-columns.ts';
import { hiddenIds } from './posts-table.ts';
import {
  BATCH_SIZE,
  eachRow,
  forShare,
  inBatches,
  lockRows,
  prepared,
  type SortedPage,
} from './query.ts';

// Only this file and `comment-states.ts` name the table `comments`, which includes comments on hidden
// posts. All others read the view `visible_comments` (tests/api/db/public-views.test.ts).

export type CommentRow = typeof allComments.$inferSelect;

/** Drizzle's types of the columns name the table or view. */
const source = allComments as unknown as Source;
const isVisible = eq(allComments.state, 'visible');
const onPublicPost = sql`${allComments.postId} not in (${hiddenIds})`;

export type NewComment = Omit<typeof allComments.$inferInsert, 'seq' | 'numberOfLikes'>;

/**
 * The id is a placeholder, too: Drizzle calls its default function only when it builds the query.
 */
const insertOne = prepared((tx) =>
  tx
    .insert(allComments)
    .values({
      id: sql.placeholder('id'),
      postId: sql.placeholder('postId'),
      userId: sql.placeholder('userId'),
      content: sql.placeholder('content'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
      parentId: sql.placeholder('parentId'),
      threadId: sql.placeholder('threadId'),
    })
    .returning(),
);

/** Inserts a comment. Throws if the post or the user doesn't exist. */
export async function insertComment(tx: Db, values: NewComment): Promise<CommentRow> {
  const { id = newId(), state = 'visible', parentId = null, threadId = null, ...given } = values;
  const all = { ...given, id, parentId, threadId };
  const [row] =
    state === 'visible'
      ? await insertOne(tx, all)
      : await tx
          .insert(allComments)
          .values({ ...all, state })
          .returning();
  if (row === undefined) throw new Error('The comment was not written');
  return row;
}

/**
 * Keeps the thread of a comment until the end of the transaction: deleting its top comment waits.
 * Returns the comment if it is visible and on this post.
 */
export async function lockParent(
  tx: Db,
  { id, postId }: { id: string; postId: string },
): Promise<Pick<CommentRow, 'id' | 'threadId'> | undefined> {
  const query = tx.select({ id: allComments.id, threadId: allComments.threadId }).from(allComments);
  const isOne = and(eq(allComments.id, id), eq(allComments.postId, postId), isVisible);
  const [found] = await query.where(isOne);
  if (found === undefined) return undefined;
  const top = tx.select({ id: allComments.id }).from(allComments);
  const locked = await forShare(top.where(eq(allComments.id, found.threadId ?? id)));
  return locked.length > 0 ? (await query.where(isOne))[0] : undefined;
}

export async function updateComment(
  tx: Db,
  id: string,
  content: string,
  now: Date,
): Promise<CommentRow | undefined> {
  const [row] = await tx
    .update(allComments)
    .set({ content, updatedAt: now })
    .where(eq(allComments.id, id))
    .returning();
  return row;
}

/** Changes the state of comments, and why if given. Returns the ids of those that changed. */
export async function setState(
  tx: Db,
  ids: string[],
  { state, now, reasons }: { state: CommentState; now: Date; reasons?: string[] | undefined },
): Promise<string[]> {
  await lockComments(tx, ids);
  const rows = await tx
    .update(allComments)
    .set({ state, stateAt: now, ...(reasons && { reasons }) })
    .where(and(inArray(allComments.id, ids), notInArray(allComments.state, [state, 'erased'])))
    .returning({ id: allComments.id });
  return rows.map(({ id }) => id);
}

/**
 * Deletes some of a user's comments and likes. Returns how many, at most `limit` of each: an
 * account with many is deleted in several transactions, so others don't wait.
 */
export async function deleteSomeActivity(
  tx: Db,
  userId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<number> {
  const isGiven = eq(likes.userId, userId);
  const own = await tx
    .select({ id: allComments.id })
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
  return Math.max(own.length, liked.length);
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
  await tx.delete(likes).where(inArray(likes.commentId, ids));
  const isErased = eq(allComments.state, 'erased');
  await tx.delete(allComments).where(and(inArray(id, tops), isErased, hasNoReplies));
}

/**
 * Locks comments before their likes are written. The triggers on `likes` lock them as well, and all
 * transactions must lock in the same order.
 */
export async function lockComments(tx: Db, ids: string[] | SQLWrapper): Promise<void> {
  await lockRows(tx, allComments, inArray(allComments.id, ids), asc(allComments.id));
}

const isHidden = and(isVisible, sql`${allComments.postId} in (${hiddenIds})`);
/** As in the partial index: a parameter wouldn't match it. */
const isOut = sql`${allComments.state} <> 'visible'`;

/**
 * SQL: the number of visible comments. Counts all in an index, and subtracts the few others.
 */
export function visibleCount(db: Db, filter: CommentFilter = {}): SQL<number> {
  const where = conditionsOf(source, filter);
  const all = db.$count(allComments, where);
  const [hidden, out] = [isHidden, isOut].map((is) => db.$count(allComments, and(where, is)));
  return sql<number>`(${all} - ${hidden} - ${out})`.mapWith(Number);
}

/** Query: the `seq` of the visible comments on a page. Skips earlier ones using only an index. */
export function visibleKeys(db: Db, page: SortedPage<CommentSortKey>, filter: CommentFilter) {
  const [hidden, out] = [isHidden, isOut].map((is) =>
    notInArray(allComments.seq, db.select({ seq: allComments.seq }).from(allComments).where(is)),
  );
  return (
    db
      .select({ seq: allComments.seq })
      .from(allComments)
      // An index of one post's comments has their states; that of all comments hasn't.
      .where(and(conditionsOf(source, filter), hidden, filter.postId ? isVisible : out))
      .orderBy(...orderOf(source, page))
      .limit(page.limit)
      .offset(page.startIndex)
  );
}

/** Query: the ids of users who have written comments. */
export function commentAuthors(db: Db) {
  const { userId } = allComments;
  // `not in` would be false for everyone because of a null.
  return db.select({ userId }).from(allComments).where(isNotNull(userId));
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

/** Moves the comments of one user to another. */
export async function moveComments(tx: Db, from: string, to: string): Promise<void> {
  await tx.update(allComments).set({ userId: to }).where(eq(allComments.userId, from));
}

/** Returns comments on public posts in any state, in order of insertion, after number `seq`. */
export async function nextComments(db: Db, after: number): Promise<CommentRow[]> {
  const { seq } = allComments;
  return await db
    .select()
    .from(allComments)
    .where(and(gt(seq, after), onPublicPost))
    .orderBy(asc(seq))
    .limit(BATCH_SIZE);
}

/** Yields the comments of a user, or on a post, in order of insertion. */
export function eachCommentOf(db: Db, owner: { userId: string } | { postId: string }) {
  const { userId, postId } = allComments;
  const where = 'userId' in owner ? eq(userId, owner.userId) : eq(postId, owner.postId);
  return eachRow(db, allComments, { where });
}

/** Returns whether this is a top comment of the post, in any state. */
export async function isTopOf(db: Db, id: string, postId: string): Promise<boolean> {
  const { id: own, postId: post, threadId } = allComments;
  return (await db.$count(allComments, and(eq(own, id), eq(post, postId), isNull(threadId)))) > 0;
}

/** Yields the comments that a user likes, with their post. */
export function eachLikeOf(
  db: Db,
  userId: string,
): AsyncGenerator<{ seq: number; commentId: string; postId: string; createdAt: Date }> {
  const { seq, postId } = allComments;
  const { commentId, createdAt } = likes;
  return inBatches((last) =>
    db
      .select({ seq, commentId, postId, createdAt })
      .from(likes)
      .innerJoin(allComments, eq(allComments.id, commentId))
      .where(and(eq(likes.userId, userId), gt(seq, last)))
      .orderBy(asc(seq))
      .limit(BATCH_SIZE),
  );
}
