import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { comments, likes } from '../schema.ts';
import type { Comment } from './comment-columns.ts';
import { type CommentRow, lockComments } from './comments-table.ts';
import { allRows, partsOf, prepared, textPlaceholder } from './query.ts';

/** A like for exports. */
export type Like = Pick<typeof likes.$inferSelect, 'userId' | 'createdAt'>;

/**
 * Returns the comments, with the user's id added to the `likes` of those that the user likes, if it
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

/** Adds all likes to comments, oldest first. */
export async function withLikes(
  db: Db,
  rows: CommentRow[],
): Promise<(CommentRow & { likes: Like[] })[]> {
  const all: (typeof likes.$inferSelect)[] = [];
  for (const part of partsOf(rows)) {
    const ids = part.map(({ id }) => id);
    const query = db.select().from(likes).where(inArray(likes.commentId, ids));
    all.push(...(await query.orderBy(asc(likes.createdAt), asc(likes.userId))));
  }
  const byComment = Map.groupBy(all, ({ commentId }) => commentId);
  return rows.map((row) => ({
    ...row,
    likes: (byComment.get(row.id) ?? []).map(({ userId, createdAt }) => ({ userId, createdAt })),
  }));
}

/** Deletes some likes of a comment. Returns how many, at most `limit`. */
export async function deleteSomeLikes(tx: Db, commentId: string, limit: number): Promise<number> {
  const isOn = eq(likes.commentId, commentId);
  await lockComments(tx, [commentId]);
  const some = tx.select({ id: likes.userId }).from(likes).where(isOn).limit(limit);
  const rows = await tx
    .delete(likes)
    .where(and(isOn, inArray(likes.userId, some)))
    .returning({ id: likes.userId });
  return rows.length;
}

export async function replaceLikes(tx: Db, commentId: string, given: Like[]): Promise<void> {
  await lockComments(tx, [commentId]);
  await tx.delete(likes).where(eq(likes.commentId, commentId));
  await insertLikes(
    tx,
    given.map((like) => ({ commentId, ...like })),
  );
}

/** Moves the likes of one user to another. If both like a comment, one like remains. */
export async function moveLikes(tx: Db, from: string, to: string): Promise<void> {
  const isGiven = eq(likes.userId, from);
  await lockComments(tx, tx.select({ id: likes.commentId }).from(likes).where(isGiven));
  const given = await tx.select().from(likes).where(isGiven);
  await insertLikes(
    tx,
    given.map((like) => ({ ...like, userId: to })),
  );
  await tx.delete(likes).where(isGiven);
}

async function insertLikes(tx: Db, rows: (typeof likes.$inferInsert)[]): Promise<void> {
  for (const part of partsOf(rows)) {
    await tx.insert(likes).values(part).onConflictDoNothing();
  }
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
        .where(eq(comments.id, textPlaceholder('commentId'))),
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
 * false if there is no such visible comment. Throws if there is no such user.
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
    select ${comments.id}, ${userId}, ${createdAt.getTime()} from ${comments}
    where ${comments.id} = ${commentId} and not exists (select from removed) returning 1`;
  // Calls for the same comment take turns: each must see the result of the previous one.
  const [, added] = await Promise.all([lockComments(tx, [commentId]), allRows(tx, toggle)]);
  return added.length > 0;
}
