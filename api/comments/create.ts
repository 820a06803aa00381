import {
  type Comment,
  findCommentById,
  findDuplicate,
  insertComment,
} from '../../db/queries/comments.ts';
import { hasPost } from '../../db/queries/posts.ts';
import { findUserById } from '../../db/queries/users.ts';
import { BadRequestError, ForbiddenError, NotFoundError, UnauthorizedError } from '../errors.ts';
import { type DatabaseLimiter, takePoint } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import type { NewCommentInput } from './input.ts';

/** For how long the same words under the same post are taken for a repetition. */
const DUPLICATE_MS = 24 * 60 * 60 * 1000;

/**
 * Writes a comment and gives it. Throws a ForbiddenError when `input.userId` is not the caller's, a
 * NotFoundError without such a post, a TooManyRequestsError, and a BadRequestError for a repetition.
 */
export async function createComment(
  { database, now }: Pick<Services, 'database' | 'now'>,
  limiter: DatabaseLimiter,
  callerId: string,
  { content, postId, userId }: NewCommentInput,
): Promise<Comment> {
  if (userId !== callerId) throw new ForbiddenError('You may comment only in your own name.');
  if (!(await hasPost(database.read, postId))) throw noSuchPost();
  await takePoint(limiter, callerId, 'Too many comments');
  return await database.transaction(async (tx) => {
    const at = now();
    // The post or the account may have gone while this call waited for its turn.
    if (!(await hasPost(tx, postId))) throw noSuchPost();
    if (!(await findUserById(tx, userId))) throw new UnauthorizedError();
    const since = new Date(at.getTime() - DUPLICATE_MS);
    if (await findDuplicate(tx, { userId, postId, content, since })) {
      throw new BadRequestError('You have already posted this comment here.');
    }
    const times = { createdAt: at, updatedAt: at };
    const { id } = await insertComment(tx, { postId, userId, content, ...times });
    const comment = await findCommentById(tx, id);
    if (!comment) throw new Error('The comment that was just written is not there');
    return comment;
  });
}

function noSuchPost(): NotFoundError {
  return new NotFoundError('There is no such post.');
}
