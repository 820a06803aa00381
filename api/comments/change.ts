import type { Db } from '../../db/client.ts';
import type { Comment } from '../../db/queries/comment-columns.ts';
import { insertVersion } from '../../db/queries/comment-versions.ts';
import { findCommentById } from '../../db/queries/comments.ts';
import { lockComments, updateComment } from '../../db/queries/comments-table.ts';
import { toggleLike, withOwnLike } from '../../db/queries/likes.ts';
import { findAnyComment } from '../../db/queries/moderation.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { can, requireFactorFor, type Verb } from '../access/permissions.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { trimComment } from '../contract/comments.ts';
import { ConflictError, ForbiddenError } from '../errors.ts';
import { waitUntilRemoved } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';
import { inSlices } from '../slices.ts';
import { eraseSome } from './erase.ts';
import { hold } from './hold.ts';
import { decide } from './moderate.ts';
import { noComment } from './require-comment.ts';
import { reasonsToHold, requireEditable, requireLength } from './rules.ts';
import { recordShown } from './shown.ts';

type WriteServices = Pick<
  Services,
  'database' | 'env' | 'now' | 'mailer' | 'publisher' | 'siteTarget' | 'log'
>;

async function requireComment(db: Db, commentId: string): Promise<Comment> {
  const comment = await findCommentById(db, commentId);
  if (!comment) throw noComment();
  return comment;
}

/**
 * Returns the comment if the user may change it; throws otherwise. Its author and moderators may
 * change it before it's approved.
 */
export async function requireChangeable(
  db: Db,
  { user, session: { lacksSecondFactor } }: Pick<Caller, 'user' | 'session'>,
  verb: Verb & `comment.${string}`,
  commentId: string,
): Promise<Comment> {
  const comment = await findAnyComment(db, commentId);
  const owner = comment?.userId;
  const isSeen = comment?.state === 'visible' || can(user, verb, { owner });
  if (!comment || owner === undefined || !isSeen) throw noComment();
  if (!can(user, verb, { owner })) {
    throw new ForbiddenError('You may change only your own comments.');
  }
  requireFactorFor(verb, { user, lacksSecondFactor }, owner);
  return comment;
}

/** Changes the text of a comment and returns the comment. An unchanged text isn't an edit. */
export async function editComment(
  services: WriteServices & Pick<Services, 'limits'>,
  caller: Caller,
  commentId: string,
  typed: string,
): Promise<Comment> {
  const content = trimComment(typed);
  const limit = { name: 'edit', what: 'Too many edits' } as const;
  const { edited, removed } = await writeAs(services, caller, { limit }, async (tx, user) => {
    await lockComments(tx, [commentId]);
    const comment = await requireChangeable(tx, { ...caller, user }, 'comment.change', commentId);
    if (comment.content === content) return { edited: comment, removed: [] };
    if (comment.state === 'removed' || comment.state === 'spam') {
      throw new ConflictError('A moderator removed this comment.');
    }
    const updatedAt = services.now();
    const settings = await readOwnerSettings(tx);
    // An imported comment may exceed the limit, but an edit must not make it longer.
    if (typed.length > comment.content.length) requireLength(typed, settings);
    const isOwn = comment.userId === user.id;
    if (isOwn) requireEditable(user, comment, settings, updatedAt);
    const reasons = isOwn ? await reasonsToHold(tx, user, content, settings) : [];
    await Promise.all([
      insertVersion(tx, comment),
      updateComment(tx, commentId, content, updatedAt),
      auditOthers(tx, services, caller, 'comment.update', comment),
    ]);
    const changed = { ...comment, content, updatedAt };
    const edited = reasons.length > 0 ? await hold(tx, services, changed, reasons) : changed;
    const shown = { ...edited, was: comment.state };
    return { edited, removed: await recordShown(tx, services, [shown]) };
  });
  await waitUntilRemoved(services, removed);
  return await readLiked(services.database.read, edited, caller.user.id);
}

/**
 * Returns a comment as this user sees it: with their own like, even if it has too many likes to
 * list them all.
 */
async function readLiked(db: Db, comment: Comment, userId: string): Promise<Comment> {
  if (comment.likes.length === comment.numberOfLikes) return comment;
  const [own = comment] = await withOwnLike(db, [comment], userId);
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
    if (comment.likes.length < comment.numberOfLikes) {
      return await readLiked(tx, await requireComment(tx, commentId), user.id);
    }
    const others = comment.likes.filter((id) => id !== user.id);
    const likes = isLiked ? [...others, user.id].sort() : others;
    return { ...comment, likes, numberOfLikes: likes.length };
  });
}

/**
 * Deletes a comment: for good if it's the caller's own. Moderators can restore the comments of
 * others for a while.
 */
export async function removeComment(
  services: WriteServices,
  caller: Caller,
  commentId: string,
): Promise<void> {
  const remove = async (tx: Db, user: UserRow): Promise<string[] | null> => {
    const comment = await requireChangeable(tx, { ...caller, user }, 'comment.delete', commentId);
    if (comment.userId !== user.id) {
      await lockComments(tx, [commentId]);
      const wanted = { action: 'remove', loggedAs: 'delete' } as const;
      const decided = await decide(tx, services, caller, commentId, wanted);
      if (!decided) throw noComment();
      return await recordShown(tx, services, [decided]);
    }
    if ((await eraseSome(tx, [comment], services.now())) === null) return null;
    const { postId } = comment;
    // As if it were visible: a moderator may have approved it before it was locked.
    return await recordShown(tx, services, [{ postId, was: 'visible', state: 'erased' }]);
  };
  const removed = await inSlices(() => writeAs(services, caller, {}, remove));
  await waitUntilRemoved(services, removed);
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
