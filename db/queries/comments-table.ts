import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { newId } from '../schema/types.ts';
import { allComments, type comments, likes, users } from '../schema.ts';
import { hiddenIds } from './posts-table.ts';
import {
  allRows,
  BATCH_SIZE,
  contains,
  directionOf,
  eachRow,
  inBatches,
  lockRows,
  prepared,
  type SortedPage,
} from './query.ts';

// The only file that names the table `comments`, which includes comments on hidden posts. All
// others read the view `visible_comments` (tests/api/db/public-views.test.ts).

export type CommentRow = typeof allComments.$inferSelect;

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
    })
    .returning(),
);

/** Inserts a comment. Throws if the post or the user doesn't exist. */
export async function insertComment(tx: Db, values: NewComment): Promise<CommentRow> {
  const [row] = await insertOne(tx, { ...values, id: values.id ?? newId() });
  if (row === undefined) throw new Error('The comment was not written');
  return row;
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
 * Deletes some of a user's comments and likes. Returns how many, at most `limit` of each: an
 * account with many is deleted in several transactions, so others don't wait.
 */
export async function deleteSomeActivity(tx: Db, userId: string, limit: number): Promise<number> {
  const { id } = allComments;
  const isGiven = eq(likes.userId, userId);
  const own = await tx
    .select({ id })
    .from(allComments)
    .where(eq(allComments.userId, userId))
    .limit(limit);
  const liked = await tx.select({ id: likes.commentId }).from(likes).where(isGiven).limit(limit);
  const ownIds = own.map((comment) => comment.id);
  const likedIds = liked.map((comment) => comment.id);
  await lockComments(tx, [...ownIds, ...likedIds]);
  await tx.delete(allComments).where(inArray(id, ownIds));
  await tx.delete(likes).where(and(isGiven, inArray(likes.commentId, likedIds)));
  return Math.max(own.length, liked.length);
}

/**
 * Locks comments before their likes are written. The triggers on `likes` lock them as well, and all
 * transactions must lock in the same order.
 */
export async function lockComments(tx: Db, ids: string[] | SQLWrapper): Promise<void> {
  await lockRows(tx, allComments, inArray(allComments.id, ids), asc(allComments.id));
}

export async function deleteComment(tx: Db, id: string): Promise<CommentRow | undefined> {
  const [row] = await tx.delete(allComments).where(eq(allComments.id, id)).returning();
  return row;
}

const insertLike = prepared((tx) =>
  tx
    .insert(likes)
    .select(
      tx
        .select({
          commentId: allComments.id,
          userId: sql`${sql.placeholder('userId')}`.as('user_id'),
          createdAt: sql`${sql.placeholder('createdAt')}`.as('created_at'),
        })
        .from(allComments)
        .where(eq(allComments.id, sql.placeholder('commentId'))),
    )
    .onConflictDoNothing()
    .returning({ commentId: likes.commentId }),
);
const deleteLike = prepared((tx) =>
  tx
    .delete(likes)
    .where(
      and(
        eq(likes.commentId, sql.placeholder('commentId')),
        eq(likes.userId, sql.placeholder('userId')),
      ),
    )
    .returning({ commentId: likes.commentId }),
);

/**
 * Adds or removes the like of a user on a comment. Returns whether the user now likes the comment:
 * false if there is no such comment. The caller checks that the comment is visible. Throws if there
 * is no such user.
 */
export async function toggleLike(
  tx: Db,
  commentId: string,
  userId: string,
  createdAt = new Date(),
): Promise<boolean> {
  if (engine === 'postgres') return await toggleLikeOnPostgres(tx, commentId, userId, createdAt);
  const added = await insertLike(tx, { commentId, userId, createdAt: createdAt.getTime() });
  if (added.length === 0) await deleteLike(tx, { commentId, userId });
  return added.length > 0;
}

/** Sends the lock and the toggle together, because each round trip takes time. */
async function toggleLikeOnPostgres(
  tx: Db,
  commentId: string,
  userId: string,
  createdAt: Date,
): Promise<boolean> {
  const isOurs = and(eq(likes.commentId, commentId), eq(likes.userId, userId));
  const toggle = sql`with removed as (delete from likes where ${isOurs} returning 1)
    insert into likes (comment_id, user_id, created_at)
    select ${allComments.id}, ${userId}, ${createdAt.getTime()} from ${allComments}
    where ${allComments.id} = ${commentId} and not exists (select from removed) returning 1`;
  // Calls for the same comment take turns: each must see the result of the previous one.
  const [, added] = await Promise.all([lockComments(tx, [commentId]), allRows(tx, toggle)]);
  return added.length > 0;
}

/**
 * The text or the author's name contains `term` (ignoring the case of ASCII letters), or `term` is
 * the id of the post or author. `like` would take 20 times as long for a term that almost matches
 * (`aaaab` in `aaaaaa`).
 */
function matching(term: string): SQL | undefined {
  const lower = term.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const has = (text: SQLWrapper) => contains(sql`lower(${text})`, lower);
  return or(
    has(allComments.content),
    sql`${allComments.userId} in (select ${users.id} from ${users} where ${has(users.username)})`,
    eq(allComments.postId, term),
    eq(allComments.userId, term),
  );
}

export const COMMENT_SORT_KEYS = ['createdAt', 'likes'] as const;
export type CommentSortKey = (typeof COMMENT_SORT_KEYS)[number];

/** Comments must match all given fields. An empty `searchTerm` matches every comment. */
export interface CommentFilter {
  searchTerm?: string | undefined;
  postId?: string | undefined;
  /** Created at this time or later. */
  since?: Date | undefined;
  /** Created before this time. */
  before?: Date | undefined;
}

function conditionsOf({ searchTerm, postId, since, before }: CommentFilter): SQL | undefined {
  return and(
    searchTerm ? matching(searchTerm) : undefined,
    postId === undefined ? undefined : eq(allComments.postId, postId),
    since && gte(allComments.createdAt, since),
    before && lt(allComments.createdAt, before),
  );
}

const isHidden = sql`${allComments.postId} in (${hiddenIds})`;

/**
 * SQL: the number of visible comments. Counts all in an index, and subtracts the few hidden ones.
 */
export function visibleCount(db: Db, filter: CommentFilter = {}): SQL<number> {
  const where = conditionsOf(filter);
  const all = db.$count(allComments, where);
  return sql<number>`(${all} - ${db.$count(allComments, and(where, isHidden))})`.mapWith(Number);
}

/** The order of a list, in the table or the view. */
export function orderOf(
  { numberOfLikes, createdAt, seq }: typeof allComments | typeof comments,
  { sortBy, sort }: SortedPage<CommentSortKey>,
): SQL[] {
  const direction = directionOf(sort);
  const byTime = [direction(createdAt), direction(seq)];
  return sortBy === 'likes' ? [direction(numberOfLikes), ...byTime] : byTime;
}

/** Query: the `seq` of the visible comments on a page. Skips earlier ones using only an index. */
export function visibleKeys(db: Db, page: SortedPage<CommentSortKey>, filter: CommentFilter) {
  const hidden = db.select({ seq: allComments.seq }).from(allComments).where(isHidden);
  return db
    .select({ seq: allComments.seq })
    .from(allComments)
    .where(and(conditionsOf(filter), notInArray(allComments.seq, hidden)))
    .orderBy(...orderOf(allComments, page))
    .limit(page.limit)
    .offset(page.startIndex);
}

/** Query: the ids of users who have written comments. */
export function commentAuthors(db: Db) {
  return db.select({ userId: allComments.userId }).from(allComments);
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

/** Yields the comments of a user, or on a post, in order of insertion. */
export function eachCommentOf(db: Db, owner: { userId: string } | { postId: string }) {
  const { userId, postId } = allComments;
  const where = 'userId' in owner ? eq(userId, owner.userId) : eq(postId, owner.postId);
  return eachRow(db, allComments, { where });
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
