import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  commentFollows,
  commentReports,
  documents,
  notifications,
  pictures,
  previewLinks,
  published,
  revisions,
  users,
} from '../schema.ts';
import { listVersions } from './comment-versions.ts';
import { type CommentRow, moveComments, nextComments } from './comments-table.ts';
import { type Like, moveLikes, withLikes } from './likes.ts';
import type { PostRow } from './posts.ts';
import { movePosts } from './posts-table.ts';
import { eachRow, inBatches, partsOf } from './query.ts';

export const eachUser = (db: Db) => eachRow(db, users);
export const eachDocument = (db: Db) => eachRow(db, documents);
/** Yields public posts and pages. */
export const eachPost = (db: Db) => eachRow(db, published);

/** A comment with its likes, reports and former texts. */
export type CommentWithBelongings = CommentRow & {
  likes: Like[];
  reports: Omit<typeof commentReports.$inferSelect, 'commentId'>[];
  versions: { content: string; createdAt: Date }[];
};

/** Yields the comments on public posts, in any state, in order of insertion. */
export function eachComment(db: Db): AsyncGenerator<CommentWithBelongings> {
  return inBatches(async (last) => await withBelongings(db, await nextComments(db, last)));
}

export async function withBelongings(db: Db, rows: CommentRow[]): Promise<CommentWithBelongings[]> {
  const found: CommentWithBelongings[] = [];
  for (const part of partsOf(await withLikes(db, rows))) {
    const ids = part.map(({ id }) => id);
    const isOf = inArray(commentReports.commentId, ids);
    const [reports, versions] = await Promise.all([
      db.select().from(commentReports).where(isOf).orderBy(asc(commentReports.createdAt)),
      listVersions(db, ids),
    ]);
    const reportsById = Map.groupBy(reports, ({ commentId }) => commentId);
    const versionsById = Map.groupBy(versions, ({ commentId }) => commentId);
    for (const row of part) {
      found.push({
        ...row,
        reports: (reportsById.get(row.id) ?? []).map(({ commentId: _, ...report }) => report),
        versions: (versionsById.get(row.id) ?? []).map(({ content, createdAt }) => ({
          content,
          createdAt,
        })),
      });
    }
  }
  return found;
}

/** Returns who follows a post, or has muted it; or the posts of a user. */
export async function listFollowsOf(db: Db, of: { postId: string } | { userId: string }) {
  const { postId, userId } = commentFollows;
  const isOf = 'postId' in of ? eq(postId, of.postId) : eq(userId, of.userId);
  return await db.select().from(commentFollows).where(isOf).orderBy(asc(postId), asc(userId));
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

/** Moves reports, followed posts and notifications. The rest is deleted with the account. */
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
