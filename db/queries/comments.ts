import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { newId } from '../schema/types.ts';
import { comments, likes, users } from '../schema.ts';
import {
  allRows,
  contains,
  directionOf,
  lockRows,
  type Page,
  prepared,
  type SortedPage,
  textPlaceholder,
} from './query.ts';
import type { UserRow } from './users.ts';

export type CommentRow = typeof comments.$inferSelect;

export type NewComment = Omit<typeof comments.$inferInsert, 'seq' | 'numberOfLikes'>;

/** A comment with its author and likes, so that a thread is one query. */
export interface Comment extends Omit<CommentRow, 'seq'> {
  /** Ids of users who like it: at most `MAX_LIKES`. */
  likes: string[];
  author: Pick<UserRow, 'id' | 'username' | 'profilePicture' | 'isAdmin'>;
}

/** A page must not grow with the number of users who like its comments. */
const MAX_LIKES = 100;
const LIKES =
  engine === 'postgres'
    ? sql`coalesce(json_agg(first.user_id order by first.user_id)::text, '[]')`
    : sql`json_group_array(first.user_id)`;
const FIELDS = {
  id: comments.id,
  postId: comments.postId,
  userId: comments.userId,
  content: comments.content,
  createdAt: comments.createdAt,
  updatedAt: comments.updatedAt,
  likes: sql`(select ${LIKES} from (select user_id from likes
    where likes.comment_id = comments.id order by user_id limit ${sql.raw(String(MAX_LIKES))}) as first)`.mapWith(
    (ids: string): string[] => JSON.parse(ids),
  ),
  numberOfLikes: comments.numberOfLikes,
  author: {
    id: users.id,
    username: users.username,
    profilePicture: users.profilePicture,
    isAdmin: users.isAdmin,
  },
};

function select(db: Db, where?: SQL) {
  return db
    .select(FIELDS)
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(where);
}

/** The id is a placeholder, too: Drizzle calls its default only when it builds the query. */
const insertOne = prepared((tx) =>
  tx
    .insert(comments)
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

/** Inserts a comment. Throws when the post or the user doesn't exist. */
export async function insertComment(tx: Db, values: NewComment): Promise<CommentRow> {
  const [row] = await insertOne(tx, { ...values, id: values.id ?? newId() });
  if (row === undefined) throw new Error('The comment was not written');
  return row;
}

const byId = prepared((db) => select(db, eq(comments.id, textPlaceholder('id'))));

export async function findCommentById(db: Db, id: string): Promise<Comment | undefined> {
  const [row] = await byId(db, { id });
  return row;
}

const OF_POST = sql`comments.post_id = ${sql.placeholder('postId')}`;
/** Skipping the comments before a far page reads an index, and not the comments and authors. */
const ON_FAR_PAGE = sql`comments.seq in (select page.seq from comments as page
  where page.post_id = ${sql.placeholder('postId')}
  order by page.created_at desc, page.seq desc
  limit ${sql.placeholder('limit')} offset ${sql.placeholder('startIndex')})`;

const threadWhere = (where: SQL) =>
  prepared((db) =>
    db
      .select({ ...FIELDS, total: sql<number>`(select count(*) from comments where ${OF_POST})` })
      .from(comments)
      .innerJoin(users, eq(users.id, comments.userId))
      .where(where)
      .orderBy(desc(comments.createdAt), desc(comments.seq))
      .limit(sql.placeholder('limit')),
  );
const firstPageOf = threadWhere(OF_POST);
const farPageOf = threadWhere(ON_FAR_PAGE);

/** Returns the comments on a post, newest first, and the number of all. Mostly one query. */
export async function readThread(
  db: Db,
  postId: string,
  page: Page,
): Promise<{ rows: Comment[]; total: number }> {
  const read = page.startIndex === 0 ? firstPageOf : farPageOf;
  const found = await read(db, { postId, ...page });
  const isEmpty = page.startIndex === 0 && page.limit > 0;
  const total = found[0]?.total ?? (isEmpty ? 0 : await countPostComments(db, postId));
  return { rows: found.map(({ total: _, ...row }) => row), total };
}

/** Returns the comments on a post, newest first. */
export async function listPostComments(db: Db, postId: string, page: Page): Promise<Comment[]> {
  return (await readThread(db, postId, page)).rows;
}

const countOfPost = prepared((db) => db.select({ total: count() }).from(comments).where(OF_POST));

export async function countPostComments(db: Db, postId: string): Promise<number> {
  const [row] = await countOfPost(db, { postId });
  return row?.total ?? 0;
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
    has(comments.content),
    sql`${comments.userId} in (select ${users.id} from ${users} where ${has(users.username)})`,
    eq(comments.postId, term),
    eq(comments.userId, term),
  );
}

export const COMMENT_SORT_KEYS = ['createdAt', 'likes'] as const;
export type CommentSortKey = (typeof COMMENT_SORT_KEYS)[number];

/** Comments must match all given fields. An empty `searchTerm` matches every comment. */
export interface CommentFilter {
  searchTerm?: string | undefined;
  postId?: string | undefined;
}

function conditionsOf({ searchTerm, postId }: CommentFilter, since?: Date): SQL | undefined {
  return and(
    searchTerm ? matching(searchTerm) : undefined,
    postId === undefined ? undefined : eq(comments.postId, postId),
    since && gte(comments.createdAt, since),
  );
}

/** Returns the comments that match a filter, newest first by default. */
export async function listComments(
  db: Db,
  { startIndex, limit, sortBy, sort }: SortedPage<CommentSortKey>,
  filter: CommentFilter = {},
): Promise<Comment[]> {
  const direction = directionOf(sort);
  const byTime = [direction(comments.createdAt), direction(comments.seq)];
  const order = sortBy === 'likes' ? [direction(comments.numberOfLikes), ...byTime] : byTime;
  if (startIndex === 0) {
    return await select(db, conditionsOf(filter))
      .orderBy(...order)
      .limit(limit);
  }
  // Skipping the comments before a far page reads an index, and not the comments and authors.
  const keys = db
    .select({ seq: comments.seq })
    .from(comments)
    .where(conditionsOf(filter))
    .orderBy(...order)
    .limit(limit)
    .offset(startIndex);
  return await select(db, inArray(comments.seq, keys)).orderBy(...order);
}

/** Counts what `listComments` finds, only those created at `since` or later if it's given. */
export async function countComments(
  db: Db,
  filter: CommentFilter = {},
  since?: Date,
): Promise<number> {
  return await db.$count(comments, conditionsOf(filter, since));
}

export async function updateComment(
  tx: Db,
  id: string,
  content: string,
  now: Date,
): Promise<CommentRow | undefined> {
  const [row] = await tx
    .update(comments)
    .set({ content, updatedAt: now })
    .where(eq(comments.id, id))
    .returning();
  return row;
}

/**
 * Returns the comments, of which those that a user likes have that user's id in `likes`, even if it
 * isn't among the first ones.
 */
export async function withOwnLike<T extends Pick<Comment, 'id' | 'likes' | 'numberOfLikes'>>(
  db: Db,
  rows: T[],
  userId: string,
): Promise<T[]> {
  const unsure = rows.filter(
    ({ likes: ids, numberOfLikes }) => ids.length < numberOfLikes && !ids.includes(userId),
  );
  if (unsure.length === 0) return rows;
  const ids = unsure.map(({ id }) => id);
  const own = await db
    .select({ id: likes.commentId })
    .from(likes)
    .where(and(eq(likes.userId, userId), inArray(likes.commentId, ids)));
  const liked = new Set(own.map(({ id }) => id));
  return rows.map((row) => (liked.has(row.id) ? { ...row, likes: [...row.likes, userId] } : row));
}

/**
 * Deletes some of a user's comments and likes. Returns how many, at most `limit` of each: an
 * account with many is deleted in several transactions, so that nobody waits for it.
 */
export async function deleteSomeActivity(tx: Db, userId: string, limit: number): Promise<number> {
  const { id } = comments;
  const isGiven = eq(likes.userId, userId);
  const own = await tx
    .select({ id })
    .from(comments)
    .where(eq(comments.userId, userId))
    .limit(limit);
  const liked = await tx.select({ id: likes.commentId }).from(likes).where(isGiven).limit(limit);
  const ownIds = own.map((comment) => comment.id);
  const likedIds = liked.map((comment) => comment.id);
  await lockComments(tx, inArray(id, [...ownIds, ...likedIds]));
  await tx.delete(comments).where(inArray(id, ownIds));
  await tx.delete(likes).where(and(isGiven, inArray(likes.commentId, likedIds)));
  return Math.max(own.length, liked.length);
}

/**
 * Locks comments before their likes are written: the triggers on `likes` lock them as well, and
 * everyone must lock in the same order.
 */
export async function lockComments(tx: Db, where: SQL): Promise<void> {
  await lockRows(tx, comments, where, asc(comments.id));
}

/** Deletes some likes of a comment. Returns how many, at most `limit`. */
export async function deleteSomeLikes(tx: Db, commentId: string, limit: number): Promise<number> {
  const isOn = eq(likes.commentId, commentId);
  await lockComments(tx, eq(comments.id, commentId));
  const some = tx.select({ id: likes.userId }).from(likes).where(isOn).limit(limit);
  const rows = await tx
    .delete(likes)
    .where(and(isOn, inArray(likes.userId, some)))
    .returning({ id: likes.userId });
  return rows.length;
}

export async function deleteComment(tx: Db, id: string): Promise<CommentRow | undefined> {
  const [row] = await tx.delete(comments).where(eq(comments.id, id)).returning();
  return row;
}

const insertLike = prepared((tx) =>
  tx
    .insert(likes)
    .select(
      tx
        .select({
          commentId: comments.id,
          userId: sql`${sql.placeholder('userId')}`.as('user_id'),
          createdAt: sql`${sql.placeholder('createdAt')}`.as('created_at'),
        })
        .from(comments)
        .where(eq(comments.id, sql.placeholder('commentId'))),
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
 * Adds the like of a user to a comment, or removes it. Returns whether the user likes the comment
 * now: false when there is no such comment. Throws when there is no such user.
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
    select comments.id, ${userId}, ${createdAt.getTime()} from comments
    where comments.id = ${commentId} and not exists (select from removed) returning 1`;
  // Calls for the same comment take turns: each must see what the one before has done.
  const [, added] = await Promise.all([
    lockComments(tx, eq(comments.id, commentId)),
    allRows(tx, toggle),
  ]);
  return added.length > 0;
}

const duplicates = prepared((db) =>
  db
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.userId, sql.placeholder('userId')),
        eq(comments.postId, sql.placeholder('postId')),
        eq(comments.content, sql.placeholder('content')),
        gte(comments.createdAt, sql.placeholder('since')),
      ),
    ),
);

/** Whether this user wrote a comment with the same content on this post, at `since` or later. */
export async function hasDuplicate(
  db: Db,
  { since, ...values }: Pick<CommentRow, 'userId' | 'postId' | 'content'> & { since: Date },
): Promise<boolean> {
  return (await duplicates(db, { ...values, since: since.getTime() })).length > 0;
}
