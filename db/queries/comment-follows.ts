import { and, eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { commentFollows } from '../schema.ts';

/** Returns whether a member follows a post (true), has muted it (false), or neither (null). */
export async function findFollow(db: Db, userId: string, postId: string): Promise<boolean | null> {
  const isOne = and(eq(commentFollows.postId, postId), eq(commentFollows.userId, userId));
  const [row] = await db
    .select({ follows: commentFollows.follows })
    .from(commentFollows)
    .where(isOne);
  return row?.follows ?? null;
}

export async function saveFollow(
  tx: Db,
  row: { userId: string; postId: string; follows: boolean },
): Promise<void> {
  await tx
    .insert(commentFollows)
    .values(row)
    .onConflictDoUpdate({
      target: [commentFollows.postId, commentFollows.userId],
      set: { follows: row.follows },
    });
}

/** Ends following a post without muting it. */
export async function deleteFollow(tx: Db, userId: string, postId: string): Promise<void> {
  const { userId: user, postId: post } = commentFollows;
  await tx.delete(commentFollows).where(and(eq(user, userId), eq(post, postId)));
}
