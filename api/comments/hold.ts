import type { Db } from '../../db/client.ts';
import { recordAudit } from '../../db/queries/audit.ts';
import type { Comment } from '../../db/queries/comment-columns.ts';
import { setHeld } from '../../db/queries/comment-states.ts';
import { notifyOfHold } from '../notifications/notify.ts';
import type { Services } from '../services.ts';

type Needs = Pick<Services, 'env' | 'now' | 'mailer'>;

/**
 * Makes a comment wait for approval because of a rule of the site, and returns it. If it's
 * already waiting, adds the reasons: only a moderator can release it.
 */
export async function hold(
  tx: Db,
  services: Needs,
  comment: Comment,
  because: string[],
): Promise<Comment> {
  const isHeld = comment.state === 'held';
  const reasons = [...new Set([...(isHeld ? comment.reasons : []), ...because])];
  await setHeld(tx, comment.id, reasons, services.now());
  if (!isHeld) await announceHold(tx, services, comment, because);
  return { ...comment, state: 'held', reasons };
}

/** Tells the author and the audit log that a rule of the site, not a moderator, held a comment. */
export async function announceHold(
  tx: Db,
  services: Needs,
  comment: Pick<Comment, 'id' | 'userId' | 'postId' | 'parentId'>,
  reasons: string[],
): Promise<void> {
  const { id: subject, userId, postId } = comment;
  const details = { userId, postId, reasons };
  const entry = { actor: 'system', action: 'comment.hold', subject, details } as const;
  await recordAudit(tx, { ...entry, at: services.now() });
  await notifyOfHold(tx, services, comment);
}
