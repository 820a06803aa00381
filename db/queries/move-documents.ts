import { eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  documents,
  hiddenComments,
  hiddenLikes,
  hiddenPosts,
  previewLinks,
  revisions,
} from '../schema.ts';

/**
 * Moves documents, their versions and links, and what's hidden of one user to another. If both like
 * a comment, one like remains.
 */
export async function moveDocuments(tx: Db, from: string, to: string): Promise<void> {
  const moved = await tx
    .update(documents)
    .set({ userId: to })
    .where(eq(documents.userId, from))
    .returning({ id: documents.id });
  for (const { id } of moved) await moveHiddenPost(tx, id, to);
  await tx.update(revisions).set({ userId: to }).where(eq(revisions.userId, from));
  await tx.update(previewLinks).set({ userId: to }).where(eq(previewLinks.userId, from));
  await tx.update(hiddenComments).set({ userId: to }).where(eq(hiddenComments.userId, from));
  const likes = await tx.select().from(hiddenLikes).where(eq(hiddenLikes.userId, from));
  for (const like of likes) {
    await tx
      .insert(hiddenLikes)
      .values({ ...like, userId: to })
      .onConflictDoNothing();
  }
  await tx.delete(hiddenLikes).where(eq(hiddenLikes.userId, from));
}

async function moveHiddenPost(tx: Db, id: string, userId: string): Promise<void> {
  const [row] = await tx.select().from(hiddenPosts).where(eq(hiddenPosts.id, id));
  if (row === undefined) return;
  const post = JSON.stringify({ ...JSON.parse(row.post), userId });
  await tx.update(hiddenPosts).set({ post }).where(eq(hiddenPosts.id, id));
}
