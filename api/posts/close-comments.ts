import { closeComments } from '../../db/queries/posts-table.ts';
import { can, requireFactorFor } from '../access/permissions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';

/** Opens or closes the comments of a post. Existing comments stay visible. */
export async function setCommentsOpen(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  postId: string,
  isOpen: boolean,
): Promise<void> {
  await writeAs(services, caller, { verb: 'comment.close' }, async (tx, user) => {
    const post = await closeComments(tx, postId, !isOpen);
    if (post === undefined) throw new NotFoundError('Post not found.');
    const owner = post.userId;
    if (!can(user, 'comment.close', { owner })) {
      throw new ForbiddenError('You can only open or close comments on your own posts.');
    }
    requireFactorFor('comment.close', { user, ...caller.session }, owner);
    const action = isOpen ? 'post.open-comments' : 'post.close-comments';
    await auditAs(tx, services, caller, { action, subject: postId, details: {} });
  });
}
