import type { Db } from '../../db/client.ts';
import {
  type Comment,
  deleteComment,
  findCommentById,
  toggleLike,
  updateComment,
} from '../../db/queries/comments.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';
import { type Limiter, takePointWithin } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';

async function requireComment(db: Db, commentId: string): Promise<Comment> {
  const comment = await findCommentById(db, commentId);
  if (!comment) throw new NotFoundError('There is no such comment.');
  return comment;
}

/** Returns the comment if the user wrote it or is an administrator; otherwise throws. */
export async function requireChangeable(
  db: Db,
  user: Pick<UserRow, 'id' | 'isAdmin'>,
  commentId: string,
): Promise<Comment> {
  const comment = await requireComment(db, commentId);
  if (comment.userId !== user.id && !user.isAdmin) {
    throw new ForbiddenError('You may change only your own comments.');
  }
  return comment;
}

/** Changes the text of a comment and returns the comment. The same text isn't an edit. */
export async function editComment(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  limiter: Limiter,
  caller: Caller,
  commentId: string,
  content: string,
): Promise<Comment> {
  const edited = await writeAs(services, caller, {}, async (tx, user) => {
    const comment = await requireChangeable(tx, user, commentId);
    const refusal = await takePointWithin(tx, limiter, user.id, 'Too many edits');
    if (refusal || comment.content === content) return refusal ?? comment;
    await updateComment(tx, commentId, content, services.now());
    return await requireComment(tx, commentId);
  });
  if (edited instanceof Error) throw edited;
  return edited;
}

/** Adds or removes the caller's like, and returns the comment. */
export async function likeComment(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  limiter: Limiter,
  caller: Caller,
  commentId: string,
): Promise<Comment> {
  return await writeAs(services, caller, { early: true }, async (tx, user) => {
    const [comment, refusal, isLiked] = await Promise.all([
      requireComment(tx, commentId),
      takePointWithin(tx, limiter, user.id, 'Too many likes'),
      toggleLike(tx, commentId, user.id, services.now()),
    ]);
    // Rolls back the like, and the point of which there was none.
    if (refusal) throw refusal;
    const others = comment.likes.filter((id) => id !== user.id);
    return { ...comment, likes: isLiked ? [...others, user.id].sort() : others };
  });
}

export async function removeComment(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  commentId: string,
): Promise<void> {
  await writeAs(services, caller, {}, async (tx, user) => {
    await requireChangeable(tx, user, commentId);
    await deleteComment(tx, commentId);
  });
}
