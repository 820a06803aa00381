import { recordNewComment } from '../../db/queries/changes.ts';
import type { Comment } from '../../db/queries/comment-columns.ts';
import { insertComment, lockParent } from '../../db/queries/comments-table.ts';
import { hasDuplicate } from '../../db/queries/moderation.ts';
import { keepPost } from '../../db/queries/posts-table.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { trimComment } from '../contract/comments.ts';
import { BadRequestError, ForbiddenError, NotFoundError } from '../errors.ts';
import { notifyOfComment } from '../notifications/notify.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import { requireVerifiedEmail } from '../users/require-verified.ts';
import { announceHold } from './hold.ts';
import type { NewCommentInput } from './input.ts';
import { reasonsToHold, requireLength, requireOpen } from './rules.ts';

/** The same text in the same place is a duplicate within this time. */
const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * Creates a comment and returns it. Throws ForbiddenError, NotFoundError, TooManyRequestsError or
 * BadRequestError.
 */
export async function createComment(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits' | 'mailer'>,
  caller: Caller,
  { content: typed, postId, userId, parentId = null }: NewCommentInput,
): Promise<Comment> {
  if (userId !== caller.user.id) throw new ForbiddenError('You may comment only in your own name.');
  const content = trimComment(typed);
  const at = services.now();
  const since = new Date(at.getTime() - DUPLICATE_WINDOW_MS);
  const limit = { name: 'comment', what: 'Too many comments' } as const;
  const written = await writeAs(services, caller, { limit }, async (tx, author) => {
    const [post, parent, isDuplicate, settings] = await Promise.all([
      keepPost(tx, postId),
      parentId === null ? null : lockParent(tx, { id: parentId, postId }),
      hasDuplicate(tx, { userId, postId, parentId, content, since }),
      readOwnerSettings(tx),
      requireVerifiedEmail(tx, services, author),
    ]);
    requireLength(typed, settings);
    if (!post) throw new NotFoundError('Post not found.');
    if (parent === undefined)
      throw new NotFoundError("The comment you're replying to no longer exists.");
    requireOpen(post, settings, at);
    // Return the error instead of throwing it: a throw would roll back the rate-limit point.
    if (isDuplicate) return new BadRequestError('You have already posted this comment here.');
    const times = { createdAt: at, updatedAt: at };
    const place = { parentId, threadId: parent && (parent.threadId ?? parent.id) };
    const reasons = await reasonsToHold(tx, author, content, settings);
    const comment = await insertComment(tx, {
      postId,
      userId,
      content,
      ...place,
      ...times,
      ...(reasons.length > 0 && { state: 'held', stateAt: at, reasons }),
    });
    if (reasons.length > 0) await announceHold(tx, services, { ...comment, userId }, reasons);
    else await notifyOfComment(tx, services, { ...comment, userId });
    if (reasons.length === 0) await recordNewComment(tx, { id: postId, slug: post.slug }, at);
    return { ...comment, userId, likes: [], author };
  });
  if (written instanceof Error) throw written;
  return written;
}
