import type { Db } from '../../db/client.ts';
import {
  insertAboutComment,
  insertDecision,
  insertWaiting,
  listModerators,
  type Subject,
} from '../../db/queries/notifications.ts';
import type { CommentState } from '../../db/schema/types.ts';
import type { Services } from '../services.ts';

// Each notification is written in the transaction of its event (docs/decisions/043).

type Needs = Pick<Services, 'env' | 'now' | 'mailer'>;

/** Notifies users of a comment that became visible, each of them once, even if it does so again. */
export async function notifyOfComment(tx: Db, services: Needs, comment: Subject): Promise<void> {
  if (await insertAboutComment(tx, comment, toldNow(services))) services.mailer?.wake();
}

/** Notifies the author, and the moderators who chose so, that a comment waits for approval. */
export async function notifyOfHold(tx: Db, services: Needs, comment: Subject): Promise<void> {
  const told = toldNow(services);
  await insertDecision(tx, comment, { ...told, kind: 'held', note: '' });
  if (told.mailAt === null) return;
  const moderators = await listModerators(tx, told.now);
  const userIds = moderators
    .filter(({ id, notify }) => id !== comment.userId && (notify.waiting ?? 'never') !== 'never')
    .map(({ id }) => id);
  await insertWaiting(tx, comment, { ...told, userIds });
  services.mailer?.wake();
}

/**
 * Notifies the author of a moderator's decision, and others if the comment is visible now.
 * No one is notified about spam: spammers would learn what gets caught.
 */
export async function notifyOfDecision(
  tx: Db,
  services: Needs,
  comment: Subject & { state: CommentState },
  { moderatorId, note = '' }: { moderatorId: string; note?: string | undefined },
): Promise<void> {
  const told = toldNow(services);
  const kinds = { visible: 'approved', held: 'held', removed: 'removed' } as const;
  const kind = kinds[comment.state as keyof typeof kinds] ?? null;
  const isOwn = comment.userId === moderatorId;
  await insertDecision(tx, comment, { ...told, kind: isOwn ? null : kind, note });
  if (comment.state === 'visible') await insertAboutComment(tx, comment, told);
  services.mailer?.wake();
}

/** Deletes the author's notification about a decision that was undone. */
export async function notifyOfUndo(
  tx: Db,
  services: Needs,
  comment: Subject & { state: CommentState },
): Promise<void> {
  const told = toldNow(services);
  const kind = comment.state === 'held' ? 'held' : null;
  await insertDecision(tx, comment, { ...told, kind, note: '' });
  if (comment.state === 'visible') await insertAboutComment(tx, comment, told);
}

function toldNow({ env, now }: Needs) {
  const at = now();
  return { now: at, mailAt: env.mail === undefined ? null : at };
}
