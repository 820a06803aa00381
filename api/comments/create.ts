import { type Comment, hasDuplicate } from '../../db/queries/comments.ts';
import { insertComment } from '../../db/queries/comments-table.ts';
import { hasPost } from '../../db/queries/posts-table.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { BadRequestError, ForbiddenError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { requireVerifiedEmail } from '../users/require-verified.ts';
import type { NewCommentInput } from './input.ts';

/** The same text on the same post is a duplicate within this time. */
const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * Creates a comment and returns it. Throws ForbiddenError, NotFoundError, TooManyRequestsError or
 * BadRequestError.
 */
export async function createComment(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits'>,
  caller: Caller,
  { content, postId, userId }: NewCommentInput,
): Promise<Comment> {
  if (userId !== caller.user.id) throw new ForbiddenError('You may comment only in your own name.');
  const at = services.now();
  const since = new Date(at.getTime() - DUPLICATE_WINDOW_MS);
  const limit = { name: 'comment', what: 'Too many comments' } as const;
  const written = await writeAs(services, caller, { limit }, async (tx, author) => {
    const [isThere, isDuplicate] = await Promise.all([
      hasPost(tx, postId),
      hasDuplicate(tx, { userId, postId, content, since }),
      requireVerifiedEmail(tx, services, author),
    ]);
    if (!isThere) throw new NotFoundError('Post not found.');
    // Return the error instead of throwing it: a throw would roll back the rate-limit point.
    if (isDuplicate) return new BadRequestError('You have already posted this comment here.');
    const times = { createdAt: at, updatedAt: at };
    const comment = await insertComment(tx, { postId, userId, content, ...times });
    return { ...comment, likes: [], author };
  });
  if (written instanceof Error) throw written;
  return written;
}
