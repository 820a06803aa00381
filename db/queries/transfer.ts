import { asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { comments, likes, pictures, posts, users } from '../schema.ts';
import type { CommentRow } from './comments.ts';
import type { PostRow } from './posts.ts';
import { prepared } from './prepared.ts';
import type { UserRow } from './users.ts';

/** For going through whole tables: in batches, since whole sites do not fit into memory. */
const BATCH = 200;

/** What the batch after `last` holds; the end when it is empty. */
async function* inBatches<T extends { seq: number }>(
  next: (last: number) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let last = 0; ; ) {
    const rows = await next(last);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.seq;
  }
}

/** All users, oldest first. */
export function eachUser(db: Db): AsyncGenerator<UserRow> {
  return inBatches(async (last) =>
    db.select().from(users).where(gt(users.seq, last)).orderBy(asc(users.seq)).limit(BATCH),
  );
}

/** All posts, in the order of their insertion. */
export function eachPost(db: Db): AsyncGenerator<PostRow> {
  return inBatches(async (last) =>
    db.select().from(posts).where(gt(posts.seq, last)).orderBy(asc(posts.seq)).limit(BATCH),
  );
}

export type Like = Pick<typeof likes.$inferSelect, 'userId' | 'createdAt'>;

/** All comments with their likes, in the order of their insertion. */
export function eachComment(db: Db): AsyncGenerator<CommentRow & { likes: Like[] }> {
  return inBatches(async (last) => {
    const rows = await db
      .select()
      .from(comments)
      .where(gt(comments.seq, last))
      .orderBy(asc(comments.seq))
      .limit(BATCH);
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

const post = prepared((db) =>
  db
    .select({ id: posts.id })
    .from(posts)
    .where(eq(posts.id, sql.placeholder('id')))
    .prepare(),
);

/** Without reading the post. */
export async function isPostThere(db: Db, id: string): Promise<boolean> {
  return (await post(db).get({ id })) !== undefined;
}

/** Puts these in the place of a comment's likes. */
export async function replaceLikes(tx: Db, commentId: string, given: Like[]): Promise<void> {
  await tx.delete(likes).where(eq(likes.commentId, commentId));
  for (let from = 0; from < given.length; from += BATCH) {
    await tx
      .insert(likes)
      .values(given.slice(from, from + BATCH).map((like) => ({ commentId, ...like })))
      .onConflictDoNothing();
  }
}

/**
 * Gives posts, comments, likes and pictures of one user to another. A like that both gave stays one.
 * Returns the posts.
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
  await tx.update(comments).set({ userId: to }).where(eq(comments.userId, from));
  await tx.update(pictures).set({ userId: to }).where(eq(pictures.userId, from));
  const given = await tx.select().from(likes).where(eq(likes.userId, from));
  for (let at = 0; at < given.length; at += BATCH) {
    await tx
      .insert(likes)
      .values(given.slice(at, at + BATCH).map((like) => ({ ...like, userId: to })))
      .onConflictDoNothing();
  }
  await tx.delete(likes).where(eq(likes.userId, from));
  return moved;
}

/**
 * Runs `work` on the reading handle of a database file as it is at one instant, whatever is written
 * meanwhile. Only for a handle that nobody else uses.
 */
export async function atOneInstant<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await db.run(sql`begin`);
  try {
    return await work();
  } finally {
    await db.run(sql`commit`);
  }
}
