import { and, asc, eq, getTableColumns, gt } from 'drizzle-orm';
import type { Db } from '../client.ts';
import {
  audit,
  comments,
  documents,
  hiddenComments,
  likes,
  passkeys,
  pictures,
  posts,
} from '../schema.ts';
import type { AuditRow } from './audit.ts';
import type { CommentRow } from './comments.ts';
import type { DocumentRow } from './documents.ts';
import type { PictureRow } from './pictures.ts';
import type { PostRow } from './posts.ts';
import { BATCH_SIZE, inBatches } from './query.ts';

// Everything about one user, for the download of one's own data.

/** A long post has a megabyte. */
const POSTS_AT_ONCE = 5;

export function eachPostOf(db: Db, userId: string): AsyncGenerator<PostRow> {
  return inBatches((last) =>
    db
      .select()
      .from(posts)
      .where(and(eq(posts.userId, userId), gt(posts.seq, last)))
      .orderBy(asc(posts.seq))
      .limit(POSTS_AT_ONCE),
  );
}

export function eachCommentOf(db: Db, userId: string): AsyncGenerator<CommentRow> {
  return inBatches((last) =>
    db
      .select()
      .from(comments)
      .where(and(eq(comments.userId, userId), gt(comments.seq, last)))
      .orderBy(asc(comments.seq))
      .limit(BATCH_SIZE),
  );
}

/** Yields what the user wrote, public or not. */
export function eachDocumentOf(db: Db, userId: string): AsyncGenerator<DocumentRow> {
  return inBatches((last) =>
    db
      .select()
      .from(documents)
      .where(and(eq(documents.userId, userId), gt(documents.seq, last)))
      .orderBy(asc(documents.seq))
      .limit(POSTS_AT_ONCE),
  );
}

/** Yields the user's comments on posts that are unpublished or in the trash. */
export function eachHiddenCommentOf(
  db: Db,
  userId: string,
): AsyncGenerator<typeof hiddenComments.$inferSelect> {
  return inBatches((last) =>
    db
      .select()
      .from(hiddenComments)
      .where(and(eq(hiddenComments.userId, userId), gt(hiddenComments.seq, last)))
      .orderBy(asc(hiddenComments.seq))
      .limit(BATCH_SIZE),
  );
}

/** Yields the comments that the user likes, with the post that they belong to. */
export function eachLikeOf(
  db: Db,
  userId: string,
): AsyncGenerator<{ seq: number; commentId: string; postId: string; createdAt: Date }> {
  return inBatches((last) =>
    db
      .select({
        seq: comments.seq,
        commentId: likes.commentId,
        postId: comments.postId,
        createdAt: likes.createdAt,
      })
      .from(likes)
      .innerJoin(comments, eq(comments.id, likes.commentId))
      .where(and(eq(likes.userId, userId), gt(comments.seq, last)))
      .orderBy(asc(comments.seq))
      .limit(BATCH_SIZE),
  );
}

/** Yields what happened to the account, and what others did to it. */
export function eachEventOf(db: Db, userId: string): AsyncGenerator<AuditRow> {
  return inBatches((last) =>
    db
      .select()
      .from(audit)
      .where(and(eq(audit.subject, userId), gt(audit.seq, last)))
      .orderBy(asc(audit.seq))
      .limit(BATCH_SIZE),
  );
}

export async function listPicturesOf(db: Db, userId: string): Promise<PictureRow[]> {
  return await db
    .select()
    .from(pictures)
    .where(eq(pictures.userId, userId))
    .orderBy(asc(pictures.createdAt), asc(pictures.url));
}

/** Without keys. */
export async function listPasskeysOf(db: Db, userId: string) {
  const { id, name, isBackedUp, createdAt, lastUsedAt } = getTableColumns(passkeys);
  return await db
    .select({ id, name, isBackedUp, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
}
