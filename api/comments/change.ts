import type { Db } from '../../db/client.ts';
import {
  type Comment,
  deleteComment,
  findCommentById,
  lockComment,
  toggleLike,
  updateComment,
} from '../../db/queries/comments.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';
import { type Limiter, takePointWithin } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';

const NO_COMMENT = 'There is no such comment.';

async function requireComment(db: Db, commentId: string): Promise<Comment> {
  const comment = await findCommentById(db, commentId);
  if (!comment) throw new NotFoundError(NO_COMMENT);
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
  const userId = caller.user.id;
  const ahead = (tx: Db) =>
    Promise.all([
      lockComment(tx, commentId),
      findCommentById(tx, commentId),
      takePointWithin(tx, limiter, userId, 'Too many likes'),
      toggleLike(tx, commentId, userId, services.now()),
    ]);
  return await writeAs(services, caller, { ahead }, async (_tx, _user, found) => {
    const [, comment, refusal, isLiked] = found;
    if (!comment) throw new NotFoundError(NO_COMMENT);
    // Undoes the like, too. The points stay at the limit.
    if (refusal) throw refusal;
    const others = comment.likes.filter((id) => id !== userId);
    return { ...comment, likes: isLiked ? [...others, userId].sort() : others };
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
