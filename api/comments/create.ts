import { type Comment, findDuplicate, insertComment } from '../../db/queries/comments.ts';
import { hasPost } from '../../db/queries/posts.ts';
import { findUserById } from '../../db/queries/users.ts';
import {
  BadRequestError,
  ForbiddenError,
  NotFoundError,
  TooManyRequestsError,
  UnauthorizedError,
} from '../errors.ts';
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
  const written = await database.transaction(async (tx) => {
    if (!(await hasPost(tx, postId))) throw new NotFoundError('There is no such post.');
    // The account may have gone while this call waited for its turn.
    const author = await findUserById(tx, userId);
    if (!author) throw new UnauthorizedError();
    // From here on a refusal is given, not thrown: it counts, and a transaction that throws is undone.
    const refusal = await takePoint(limiter.within(tx), callerId, 'Too many comments').then(
      () => undefined,
      asRefusal,
    );
    if (refusal) return refusal;
    const at = now();
    const since = new Date(at.getTime() - DUPLICATE_MS);
    if (await findDuplicate(tx, { userId, postId, content, since })) {
      return new BadRequestError('You have already posted this comment here.');
    }
    const times = { createdAt: at, updatedAt: at };
    const comment = await insertComment(tx, { postId, userId, content, ...times });
    return { ...comment, likes: [], author };
  });
  if (written instanceof Error) throw written;
  return written;
}

function asRefusal(error: unknown): TooManyRequestsError {
  if (error instanceof TooManyRequestsError) return error;
  throw error;
}
