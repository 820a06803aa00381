import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  notInArray,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import { newId } from '../schema/types.ts';
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

// Only this file and `comment-states.ts` name the table `comments`, which includes comments on
// hidden posts. All others read the view `visible_comments` (tests/api/db/public-views.test.ts).

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
    state === 'visible' && !given.stateAt
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

/**
 * Locks comments before their likes are written. The triggers on `likes` lock them as well, and all
 * transactions must lock in the same order.
 */
export async function lockComments(tx: Db, ids: string[] | SQLWrapper): Promise<void> {
  await lockRows(tx, allComments, inArray(allComments.id, ids), asc(allComments.id));
}

const isHidden = and(isVisible, sql`${allComments.postId} in (${hiddenIds})`);
/** As in the partial index: a parameter wouldn't match it. */
export const isOut = sql`${allComments.state} <> 'visible'`;

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
      // The index of one post's comments includes their states; the index of all comments doesn't.
      .where(and(conditionsOf(source, filter), hidden, filter.postId ? isVisible : out))
      .orderBy(...orderOf(source, page))
      .limit(page.limit)
      .offset(page.startIndex)
  );
}

/** Query: the ids of users who have written comments. */
export function commentAuthors(db: Db) {
  const { userId } = allComments;
  // With a null in this list, `not in` would match no one.
  return db.select({ userId }).from(allComments).where(isNotNull(userId));
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

/** Returns the thread of a comment on this post, in any state. */
export async function findPlace(
  db: Db,
  id: string,
  postId: string,
): Promise<Pick<CommentRow, 'id' | 'threadId'> | undefined> {
  const { threadId } = allComments;
  const isOne = and(eq(allComments.id, id), eq(allComments.postId, postId));
  const [row] = await db.select({ id: allComments.id, threadId }).from(allComments).where(isOne);
  return row;
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
