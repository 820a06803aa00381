import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { likes } from '../schema.ts';
import type { Comment } from './comments.ts';
import { type CommentRow, lockComments } from './comments-table.ts';
import { partsOf } from './query.ts';

/** A like for exports. */
export type Like = Pick<typeof likes.$inferSelect, 'userId' | 'createdAt'>;

/**
 * Returns the comments with the user's id in `likes` of those that the user likes, even if it isn't
 * among the first ones.
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
