import type { Db } from '../../db/client.ts';
import {
  type Comment,
  deleteComment,
  findCommentById,
  toggleLike,
  updateComment,
} from '../../db/queries/comments.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../errors.ts';
import type { Services } from '../services.ts';

type Caller = Pick<UserRow, 'id' | 'isAdmin'>;

/** Gives the comment. Throws a NotFoundError. */
async function requireComment(db: Db, commentId: string): Promise<Comment> {
  const comment = await findCommentById(db, commentId);
  if (!comment) throw new NotFoundError('There is no such comment.');
  return comment;
}

/**
 * Gives the comment when the caller wrote it or is an administrator. Throws a NotFoundError or a
 * ForbiddenError.
 */
export async function requireChangeable(
  db: Db,
  caller: Caller,
  commentId: string,
): Promise<Comment> {
  const comment = await requireComment(db, commentId);
  if (comment.userId !== caller.id && !caller.isAdmin) {
    throw new ForbiddenError('You may change only your own comments.');
  }
  return comment;
}

/**
 * Changes the text of a comment and gives it; one that stays the same does not count as edited. Throws
 * what `requireChangeable` does.
 */
export async function editComment(
  { database, now }: Pick<Services, 'database' | 'now'>,
  caller: Caller,
  commentId: string,
  content: string,
): Promise<Comment> {
  return await database.transaction(async (tx) => {
    const comment = await requireChangeable(tx, caller, commentId);
    if (comment.content === content) return comment;
    await updateComment(tx, commentId, content, now());
    return await requireComment(tx, commentId);
  });
}

/**
 * Likes the comment for the caller, or takes the like back, and gives the comment as it then is. Throws a
 * NotFoundError.
 */
export async function likeComment(
  { database, now }: Pick<Services, 'database' | 'now'>,
  caller: Caller,
  commentId: string,
): Promise<Comment> {
  return await database.transaction(async (tx) => {
    const comment = await requireComment(tx, commentId);
    const isLiked = await toggleLike(tx, commentId, caller.id, now());
    // The account has gone while this call waited for its turn.
    if (isLiked === undefined) throw new UnauthorizedError();
    const others = comment.likes.filter((id) => id !== caller.id);
    return { ...comment, likes: isLiked ? [...others, caller.id].sort() : others };
  });
}

/** Deletes a comment with its likes. Throws what `requireChangeable` does. */
export async function removeComment(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  commentId: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    await requireChangeable(tx, caller, commentId);
    await deleteComment(tx, commentId);
  });
}
