import type { Db } from '../../db/client.ts';
import { recordAudit } from '../../db/queries/audit.ts';
import { endTokens } from '../../db/queries/tokens.ts';
import { type UserRow, updateUser } from '../../db/queries/users.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { BadTokenError, ConflictError, NoMailError } from '../errors.ts';
import { allowsMail } from '../mail/allowance.ts';
import { queueMail } from '../mail/queue.ts';
import type { Services } from '../services.ts';
import { issueToken } from '../tokens/issue.ts';
import { countWrongTokens, redeemToken } from '../tokens/redeem.ts';
import { requireUnique } from './uniqueness.ts';

const KIND = 'verify-email';

/**
 * Mails a link that proves the user's new email or, if there is none, the current email. Sends
 * nothing if the address recently got too many of these.
 */
export async function sendVerification(tx: Db, services: Services, user: UserRow): Promise<void> {
  if (services.env.mail === undefined) return;
  const to = user.pendingEmail ?? user.email;
  const kind = user.pendingEmail === null ? KIND : 'confirm-new-email';
  if (!(await allowsMail(tx, services, { kind, to }))) return;
  const token = await issueToken(tx, services, { kind: KIND, userId: user.id, email: to });
  await queueMail(tx, services, { kind, to, payload: { username: user.username, token } });
}

/** Sends the link again. Throws a NoMailError, or a ConflictError if there's nothing to prove. */
export async function resendVerification(services: Services, caller: Caller): Promise<void> {
  if (services.env.mail === undefined) throw new NoMailError();
  await writeAs(services, caller, {}, async (tx, user) => {
    if (user.emailVerified && user.pendingEmail === null) {
      throw new ConflictError('Your email is already confirmed.');
    }
    await sendVerification(tx, services, user);
  });
}

/**
 * Proves an email with the token that was mailed to it. A new email then replaces the old one.
 * Returns the user, and whether the email changed. Throws a BadTokenError, and a ConflictError if
 * the new email was taken in the meantime.
 */
export async function verifyEmail(
  services: Services,
  secret: string,
  address: string,
): Promise<{ user: UserRow; changed: boolean }> {
  const { database, now } = services;
  return await countWrongTokens(services, address, () =>
    database.transaction(async (tx) => {
      const { token, user } = await redeemToken(tx, services, KIND, secret);
      const changed = token.email === user.pendingEmail;
      if (!changed && token.email !== user.email) {
        throw new BadTokenError('This link is for an email that your account no longer uses.');
      }
      if (changed) await requireUnique(tx, { email: token.email }, user.id);
      const email = changed ? { email: token.email, pendingEmail: null } : {};
      const proven = { ...email, emailVerified: true };
      const verified = await updateUser(tx, user.id, proven, now());
      // Links in the mailbox of the old email stop working.
      if (changed) {
        const subject = { actor: user.id, action: 'user.email', subject: user.id } as const;
        await recordAudit(tx, { ...subject, address, at: now(), details: { pending: false } });
      }
      const kinds = changed ? ([KIND, 'reset-password'] as const) : ([KIND] as const);
      await endTokens(tx, user.id, { kinds, usedAt: now() });
      return { user: verified ?? user, changed };
    }),
  );
}
