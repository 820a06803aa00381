import type { Db } from '../../db/client.ts';
import { type Comment, findCommentById } from '../../db/queries/comments.ts';
import { deleteComment, toggleLike, updateComment } from '../../db/queries/comments-table.ts';
import { deleteSomeLikes, withOwnLike } from '../../db/queries/likes.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can, requireFactorFor, type Verb } from '../access/permissions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { inSlices } from '../slices.ts';

/** Likes deleted per transaction. */
const SLICE = 1_000;

async function requireComment(db: Db, commentId: string): Promise<Comment> {
  const comment = await findCommentById(db, commentId);
  if (!comment) throw new NotFoundError('There is no such comment.');
  return comment;
}

/** Returns the comment if the user may change it; throws otherwise. */
export async function requireChangeable(
  db: Db,
  { user, session: { lacksSecondFactor } }: Pick<Caller, 'user' | 'session'>,
  verb: Verb & `comment.${string}`,
  commentId: string,
): Promise<Comment> {
  const comment = await requireComment(db, commentId);
  const owner = comment.userId;
  if (!can(user, verb, { owner })) {
    throw new ForbiddenError('You may change only your own comments.');
  }
  requireFactorFor(verb, { user, lacksSecondFactor }, owner);
  return comment;
}

/** Changes the text of a comment and returns the comment. An unchanged text isn't an edit. */
export async function editComment(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits'>,
  caller: Caller,
  commentId: string,
  content: string,
): Promise<Comment> {
  const limit = { name: 'edit', what: 'Too many edits' } as const;
  const edited = await writeAs(services, caller, { limit }, async (tx, user) => {
    const comment = await requireChangeable(tx, { ...caller, user }, 'comment.change', commentId);
    if (comment.content === content) return comment;
    await Promise.all([
      updateComment(tx, commentId, content, services.now()),
      auditOthers(tx, services, caller, 'comment.update', comment),
    ]);
    return await requireComment(tx, commentId);
  });
  return await readLiked(services.database.read, edited, caller.user.id);
}

/** Returns a comment as this user sees it, if it has too many likes to list them all. */
async function readLiked(db: Db, comment: Comment, userId: string): Promise<Comment> {
  if (comment.likes.length === comment.numberOfLikes) return comment;
  const current = await requireComment(db, comment.id);
  const [own = current] = await withOwnLike(db, [current], userId);
  return own;
}

/** Adds or removes the caller's like, and returns the comment. */
export async function likeComment(
  services: Pick<Services, 'database' | 'env' | 'now' | 'limits'>,
  caller: Caller,
  commentId: string,
): Promise<Comment> {
  const limit = { name: 'like', what: 'Too many likes' } as const;
  return await writeAs(services, caller, { limit }, async (tx, user) => {
    const [isLiked, comment] = await Promise.all([
      toggleLike(tx, commentId, user.id, services.now()),
      // Last, so it runs after the lock of `toggleLike` and sees other users' likes. It may still
      // run before the toggle.
      requireComment(tx, commentId),
    ]);
    if (comment.likes.length < comment.numberOfLikes) return await readLiked(tx, comment, user.id);
    const others = comment.likes.filter((id) => id !== user.id);
    const likes = isLiked ? [...others, user.id].sort() : others;
    return { ...comment, likes, numberOfLikes: likes.length };
  });
}

export async function removeComment(
  services: Pick<Services, 'database' | 'env' | 'now'>,
  caller: Caller,
  commentId: string,
): Promise<void> {
  const remove = async (tx: Db, user: UserRow): Promise<true | null> => {
    const comment = await requireChangeable(tx, { ...caller, user }, 'comment.delete', commentId);
    // Delete thousands of likes first, in slices, so other writes don't wait.
    if (comment.numberOfLikes > SLICE) {
      await deleteSomeLikes(tx, commentId, SLICE);
      return null;
    }
    await Promise.all([
      deleteComment(tx, commentId),
      auditOthers(tx, services, caller, 'comment.delete', comment),
    ]);
    return true;
  };
  await inSlices(() => writeAs(services, caller, {}, remove));
}

/** Records a change to someone else's comment. */
async function auditOthers(
  tx: Db,
  services: Pick<Services, 'now'>,
  caller: Caller,
  action: `comment.${string}`,
  { id, userId, postId }: Comment,
): Promise<void> {
  if (userId === caller.user.id) return;
  await auditAs(tx, services, caller, { action, subject: id, details: { userId, postId } });
}
