import { eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { redirects } from '../schema.ts';

export type RedirectRow = typeof redirects.$inferSelect;

/**
 * Makes the former slug of a post lead to it, wherever it is. Its new slug is no former one anymore.
 */
export async function addRedirect(
  tx: Db,
  { from, to, postId }: { from: string; to: string; postId: string },
  now: Date,
): Promise<void> {
  await Promise.all([
    tx.delete(redirects).where(eq(redirects.from, to)).execute(),
    tx
      .insert(redirects)
      .values({ from, postId, createdAt: now })
      .onConflictDoUpdate({ target: redirects.from, set: { postId, createdAt: now } })
      .execute(),
  ]);
}

/** Returns the former slugs of a post. */
export async function listRedirectsOf(db: Db, postId: string): Promise<RedirectRow[]> {
  return await db.select().from(redirects).where(eq(redirects.postId, postId));
}

export async function deleteRedirectsOf(tx: Db, postId: string): Promise<void> {
  await tx.delete(redirects).where(eq(redirects.postId, postId));
}
