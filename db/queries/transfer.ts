import { asc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { comments, documents, likes, pictures, posts, users } from '../schema.ts';
import { type CommentRow, lockComments } from './comments.ts';
import type { DocumentRow } from './documents.ts';
import { moveDocuments } from './move-documents.ts';
import type { PostRow } from './posts.ts';
import { BATCH_SIZE, inBatches, partsOf } from './query.ts';
import type { UserRow } from './users.ts';

export function eachUser(db: Db): AsyncGenerator<UserRow> {
  return inBatches((last) =>
    db.select().from(users).where(gt(users.seq, last)).orderBy(asc(users.seq)).limit(BATCH_SIZE),
  );
}

export function eachDocument(db: Db): AsyncGenerator<DocumentRow> {
  return inBatches((last) =>
    db
      .select()
      .from(documents)
      .where(gt(documents.seq, last))
      .orderBy(asc(documents.seq))
      .limit(BATCH_SIZE),
  );
}

export function eachPost(db: Db): AsyncGenerator<PostRow> {
  return inBatches((last) =>
    db.select().from(posts).where(gt(posts.seq, last)).orderBy(asc(posts.seq)).limit(BATCH_SIZE),
  );
}

export type Like = Pick<typeof likes.$inferSelect, 'userId' | 'createdAt'>;

/** Yields all comments with their likes, in order of insertion. */
export function eachComment(db: Db): AsyncGenerator<CommentRow & { likes: Like[] }> {
  return inBatches(async (last) => {
    const rows = await db
      .select()
      .from(comments)
      .where(gt(comments.seq, last))
      .orderBy(asc(comments.seq))
      .limit(BATCH_SIZE);
    const ids = rows.map((row) => row.id);
    const all =
      ids.length === 0
        ? []
        : await db
            .select()
            .from(likes)
            .where(inArray(likes.commentId, ids))
            .orderBy(asc(likes.createdAt), asc(likes.userId));
    const byComment = Map.groupBy(all, (like) => like.commentId);
    return rows.map((row) => ({
      ...row,
      likes: (byComment.get(row.id) ?? []).map(({ userId, createdAt }) => ({ userId, createdAt })),
    }));
  });
}

export async function replaceLikes(tx: Db, commentId: string, given: Like[]): Promise<void> {
  await lockComments(tx, eq(comments.id, commentId));
  await tx.delete(likes).where(eq(likes.commentId, commentId));
  await insertLikes(
    tx,
    given.map((like) => ({ commentId, ...like })),
  );
}

async function insertLikes(tx: Db, rows: (typeof likes.$inferInsert)[]): Promise<void> {
  for (const part of partsOf(rows)) {
    await tx.insert(likes).values(part).onConflictDoNothing();
  }
}

/**
 * Moves posts, comments, likes and pictures of one user to another. If both like a comment, one
 * like remains. Returns the moved posts.
 */
export async function moveContent(
  tx: Db,
  from: string,
  to: string,
): Promise<Pick<PostRow, 'id' | 'slug'>[]> {
  const moved = await tx
    .update(posts)
    .set({ userId: to })
    .where(eq(posts.userId, from))
    .returning({ id: posts.id, slug: posts.slug });
  await moveDocuments(tx, from, to);
  await tx.update(comments).set({ userId: to }).where(eq(comments.userId, from));
  await tx.update(pictures).set({ userId: to }).where(eq(pictures.userId, from));
  const isGiven = eq(likes.userId, from);
  const liked = tx.select({ id: likes.commentId }).from(likes).where(isGiven);
  await lockComments(tx, inArray(comments.id, liked));
  const given = await tx.select().from(likes).where(isGiven);
  await insertLikes(
    tx,
    given.map((like) => ({ ...like, userId: to })),
  );
  await tx.delete(likes).where(isGiven);
  return moved;
}
