import { and, count, desc, eq, gte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { comments, likes, newId, users } from '../schema.ts';
import { type Page, prepared } from './query.ts';
import type { UserRow } from './users.ts';

export type CommentRow = typeof comments.$inferSelect;

export type NewComment = Omit<typeof comments.$inferInsert, 'seq'>;

/** A comment with its author and likes, so that a thread is one query. */
export interface Comment extends Omit<CommentRow, 'seq'> {
  /** Ids of the users who like it. */
  likes: string[];
  author: Pick<UserRow, 'id' | 'username' | 'profilePicture' | 'isAdmin'>;
}

const FIELDS = {
  id: comments.id,
  postId: comments.postId,
  userId: comments.userId,
  content: comments.content,
  createdAt: comments.createdAt,
  updatedAt: comments.updatedAt,
  likes:
    sql`(select json_group_array(likes.user_id) from likes where likes.comment_id = comments.id)`.mapWith(
      (ids: string): string[] => JSON.parse(ids),
    ),
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

function selectPage(db: Db, where?: SQL) {
  return select(db, where)
    .orderBy(desc(comments.createdAt), desc(comments.seq))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('startIndex'))
    .prepare();
}

const insert = prepared((tx) =>
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
    .returning()
    .prepare(),
);

/** Inserts a comment. Throws when the post or the user doesn't exist. */
export async function insertComment(tx: Db, values: NewComment): Promise<CommentRow> {
  const [row] = await insert(tx).all({ ...values, id: values.id ?? newId() });
  if (row === undefined) throw new Error('The comment was not written');
  return row;
}

const byId = prepared((db) => select(db, eq(comments.id, sql.placeholder('id'))).prepare());
const ofPost = prepared((db) => selectPage(db, eq(comments.postId, sql.placeholder('postId'))));
const all = prepared((db) => selectPage(db));

export async function findCommentById(db: Db, id: string): Promise<Comment | undefined> {
  return await byId(db).get({ id });
}

/** Returns the comments on a post, newest first. */
export async function listPostComments(
  db: Db,
  postId: string,
  { startIndex, limit }: Page,
): Promise<Comment[]> {
  return await ofPost(db).all({ postId, startIndex, limit });
}

/** Returns the comments on all posts, newest first. */
export async function listComments(db: Db, { startIndex, limit }: Page): Promise<Comment[]> {
  return await all(db).all({ startIndex, limit });
}

export async function countPostComments(db: Db, postId: string): Promise<number> {
  return await db.$count(comments, eq(comments.postId, postId));
}

/** Counts all comments or, with `since`, those created at that instant or later. */
export async function countComments(db: Db, since?: Date): Promise<number> {
  return await db.$count(comments, since && gte(comments.createdAt, since));
}

/**
 * The text or the author's name contains `term` (ignoring the case of ASCII letters), or `term` is
 * the id of the post or author. `like` would take 20 times as long for a term that almost matches
 * (`aaaab` in `aaaaaa`).
 */
function matching(term: string): SQL | undefined {
  const has = (text: SQLWrapper) => sql`instr(lower(${text}), lower(${term})) > 0`;
  return or(
    has(comments.content),
    sql`${comments.userId} in (select ${users.id} from ${users} where ${has(users.username)})`,
    eq(comments.postId, term),
    eq(comments.userId, term),
  );
}

/** Returns the comments that match `term`, newest first. */
export async function listMatchingComments(
  db: Db,
  term: string,
  { startIndex, limit }: Page,
): Promise<Comment[]> {
  return await select(db, matching(term))
    .orderBy(desc(comments.createdAt), desc(comments.seq))
    .limit(limit)
    .offset(startIndex);
}

/** Counts what `listMatchingComments` finds: all, and those created at `since` or later. */
export async function countMatchingComments(
  db: Db,
  term: string,
  since: Date,
): Promise<{ total: number; recent: number }> {
  const recent = sql<number>`coalesce(sum(${comments.createdAt} >= ${since.getTime()}), 0)`;
  const [row] = await db.select({ total: count(), recent }).from(comments).where(matching(term));
  return row ?? { total: 0, recent: 0 };
}

/** Returns the updated row, or `undefined` when there is no such comment. */
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

/** Deletes a comment with its likes. Returns the deleted row. */
export async function deleteComment(tx: Db, id: string): Promise<CommentRow | undefined> {
  const [row] = await tx.delete(comments).where(eq(comments.id, id)).returning();
  return row;
}

const ofCommentAndUser = and(
  eq(likes.commentId, sql.placeholder('commentId')),
  eq(likes.userId, sql.placeholder('userId')),
);
const like = prepared((tx) =>
  tx
    .insert(likes)
    .select(
      tx
        .select({
          commentId: sql`${sql.placeholder('commentId')}`.as('comment_id'),
          userId: users.id,
          createdAt: sql`${sql.placeholder('createdAt')}`.as('created_at'),
        })
        .from(users)
        .where(eq(users.id, sql.placeholder('userId'))),
    )
    .onConflictDoNothing()
    .returning({ userId: likes.userId })
    .prepare(),
);
const unlike = prepared((tx) =>
  tx.delete(likes).where(ofCommentAndUser).returning({ userId: likes.userId }).prepare(),
);

/**
 * Adds the like of a user to a comment, or removes it. Returns whether the user likes the comment
 * now, or `undefined` when there is no such user. Throws when there is no such comment.
 */
export async function toggleLike(
  tx: Db,
  commentId: string,
  userId: string,
  now: Date = new Date(),
): Promise<boolean | undefined> {
  const added = await like(tx).all({ commentId, userId, createdAt: now.getTime() });
  if (added.length > 0) return true;
  const removed = await unlike(tx).all({ commentId, userId });
  return removed.length > 0 ? false : undefined;
}

const duplicate = prepared((db) =>
  db
    .select()
    .from(comments)
    .where(
      and(
        eq(comments.userId, sql.placeholder('userId')),
        eq(comments.postId, sql.placeholder('postId')),
        eq(comments.content, sql.placeholder('content')),
        gte(comments.createdAt, sql.placeholder('since')),
      ),
    )
    .orderBy(desc(comments.createdAt), desc(comments.seq))
    .limit(1)
    .prepare(),
);

/** Finds a comment by this user on this post with the same content, created at `since` or later. */
export async function findDuplicate(
  db: Db,
  {
    since = new Date(0),
    ...comment
  }: { userId: string; postId: string; content: string; since?: Date | undefined },
): Promise<CommentRow | undefined> {
  return await duplicate(db).get({ ...comment, since: since.getTime() });
}
