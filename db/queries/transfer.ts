import { eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  commentFollows,
  commentReports,
  documents,
  notifications,
  pictures,
  posts,
  previewLinks,
  revisions,
  users,
} from '../schema.ts';
import { type CommentRow, moveComments, nextComments } from './comments-table.ts';
import { type Like, moveLikes, withLikes } from './likes.ts';
import type { PostRow } from './posts.ts';
import { movePosts } from './posts-table.ts';
import { eachRow, inBatches } from './query.ts';

export const eachUser = (db: Db) => eachRow(db, users);
export const eachDocument = (db: Db) => eachRow(db, documents);
export const eachPost = (db: Db) => eachRow(db, posts);

/** Yields the comments on public posts, in any state, with their likes, in order of insertion. */
export function eachComment(db: Db): AsyncGenerator<CommentRow & { likes: Like[] }> {
  return inBatches(async (last) => await withLikes(db, await nextComments(db, last)));
}

/**
 * Moves posts, drafts, comments, likes and pictures of one user to another. If both like a comment,
 * one like remains. Returns the moved public posts.
 */
export async function moveContent(
  tx: Db,
  from: string,
  to: string,
): Promise<Pick<PostRow, 'id' | 'slug'>[]> {
  const moved = await movePosts(tx, from, to);
  await moveComments(tx, from, to);
  await moveConversation(tx, from, to);
  await tx.update(documents).set({ userId: to }).where(eq(documents.userId, from));
  await tx.update(revisions).set({ userId: to }).where(eq(revisions.userId, from));
  await tx.update(previewLinks).set({ userId: to }).where(eq(previewLinks.userId, from));
  await tx.update(pictures).set({ userId: to }).where(eq(pictures.userId, from));
  await moveLikes(tx, from, to);
  return moved;
}

/** Moves reports, followed posts and notifications. The rest goes with the account. */
async function moveConversation(tx: Db, from: string, to: string): Promise<void> {
  const reports = await tx.select().from(commentReports).where(eq(commentReports.userId, from));
  const follows = await tx.select().from(commentFollows).where(eq(commentFollows.userId, from));
  for (const report of reports) {
    await tx
      .insert(commentReports)
      .values({ ...report, userId: to })
      .onConflictDoNothing();
  }
  for (const follow of follows) {
    await tx
      .insert(commentFollows)
      .values({ ...follow, userId: to })
      .onConflictDoNothing();
  }
  await tx.update(notifications).set({ userId: to }).where(eq(notifications.userId, from));
  await tx.update(notifications).set({ actorId: to }).where(eq(notifications.actorId, from));
}
