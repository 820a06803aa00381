import type { Db } from '../../db/client.ts';
import { recordAudit } from '../../db/queries/audit.ts';
import { deleteTotp } from '../../db/queries/second-factor.ts';
import { endTokens } from '../../db/queries/tokens.ts';
import { type UserChanges, type UserRow, updateUser } from '../../db/queries/users.ts';
import { expelEveryone, expelThief } from '../access/expel.ts';
import { queueMail } from '../mail/queue.ts';
import { createLimiter, takePoint } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { issueToken } from '../tokens/issue.ts';
import { countWrongTokens, redeemToken } from '../tokens/redeem.ts';
import { requireUnique } from './uniqueness.ts';
import { sendVerification } from './verify-email.ts';

const UNDO = 'undo-email-change';

/** Counts a change of the email: each one sends mail. */
export async function takeEmailChange(services: Services, userId: string): Promise<void> {
  if (services.env.mail === undefined) return;
  await takePoint(createLimiter(services, 'emailChange'), userId, 'Too many changes of your email');
}

/**
 * Returns the immediate changes for a new email: without mail, the email itself; with mail, only
 * the pending email.
 */
export function emailChanges(
  { env }: Pick<Services, 'env'>,
  email: string | undefined,
): UserChanges {
  if (email === undefined) return {};
  if (env.mail !== undefined) return { pendingEmail: email };
  return { email, emailVerified: false, pendingEmail: null };
}

/** Queues the mails for a change of the pending email, in the transaction that changed it. */
export async function announceEmailChange(
  tx: Db,
  services: Services,
  { before, after }: { before: UserRow; after: UserRow },
): Promise<void> {
  if (before.pendingEmail === after.pendingEmail) return;
  await endTokens(tx, after.id, { kinds: ['verify-email'], usedAt: services.now() });
  const newEmail = after.pendingEmail;
  if (newEmail === null) return;
  const { id: userId, email, username } = after;
  const token = await issueToken(tx, services, { kind: UNDO, userId, email });
  const payload = { username, newEmail, token };
  await queueMail(tx, services, { kind: 'email-change', to: email, payload });
  await sendVerification(tx, services, after);
}

/**
 * Cancels an email change, or restores the old email, with the token that was mailed to it. The
 * thief who requested the change may still be signed in, or may have added a passkey earlier. So a
 * reader loses all ways to sign in, and two-step verification if it was turned on since then. Other
 * users lose only the ways to sign in that may not be the owner's. Throws a BadTokenError, or a
 * ConflictError if another account now has the old email.
 */
export async function undoEmailChange(
  services: Services,
  secret: string,
  address: string,
): Promise<UserRow> {
  const { database, now } = services;
  return await countWrongTokens(services, address, () =>
    database.transaction(async (tx) => {
      const { token, user } = await redeemToken(tx, services, UNDO, secret);
      const { email, createdAt } = token;
      await requireUnique(tx, { email }, user.id);
      if (user.role === 'reader') {
        await expelEveryone(tx, user.id, now());
        // If the old email was never confirmed, its owner can't have turned it on.
        await deleteTotp(tx, user.id, user.emailVerified ? { since: createdAt } : {});
      } else {
        await expelThief(tx, user.id, now());
      }
      await endTokens(tx, user.id, { kinds: [UNDO], usedAt: now(), after: createdAt });
      const subject = { actor: user.id, action: 'user.email', subject: user.id } as const;
      await recordAudit(tx, { ...subject, address, at: now(), details: { undone: true } });
      const restored = { email, emailVerified: true, pendingEmail: null, passwordHash: null };
      return (await updateUser(tx, user.id, restored, now())) ?? user;
    }),
  );
}
