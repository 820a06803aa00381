import type { Db } from '../../../db/client.ts';
import { findSignInLink, type SignInLinkRow } from '../../../db/queries/sign-in-links.ts';
import { isEmailReserved } from '../../../db/queries/tokens.ts';
import { findUserByEmail } from '../../../db/queries/users.ts';
import type { EmailLinkInfo } from '../../contract/users.ts';
import { ConflictError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { checkLink, countWrongTokens } from '../../tokens/redeem.ts';
import { hasProvenEmail } from '../../users/require-verified.ts';
import { neutralUsername, suggestUsername } from '../../users/suggest-username.ts';

/** Returns a link that can still be used. Throws a BadTokenError. */
export async function checkEmailLink(
  db: Db,
  { now }: Pick<Services, 'now'>,
  secret: string,
): Promise<SignInLinkRow> {
  return await checkLink(secret, now(), (idHash) => findSignInLink(db, idHash));
}

/** Throws a ConflictError if an account can still take this email back by undoing a change. */
export async function requireUnreserved(db: Db, email: string, now: Date): Promise<void> {
  if (!(await isEmailReserved(db, { email, now }))) return;
  throw new ConflictError(
    'An account used this email until recently, and can still take it back. Please use another email.',
  );
}

/**
 * Returns what a link does, without using it up: pages call this before they show their button.
 * Throws a BadTokenError.
 */
export async function describeEmailLink(
  services: Services,
  secret: string,
  address: string,
): Promise<EmailLinkInfo> {
  const { database, now } = services;
  const { read } = database;
  return await countWrongTokens(services, address, async () => {
    const { email, next } = await checkEmailLink(read, services, secret);
    const user = await findUserByEmail(read, email);
    if (user) {
      const removesPassword = !hasProvenEmail(user) && user.passwordHash !== null;
      return { email, next, username: user.username, removesPassword };
    }
    await requireUnreserved(read, email, now());
    // `ada+blog@example.com` becomes `ada`.
    const name = email.replace(/[+@].*/, '');
    const suggestion = await suggestUsername(read, name);
    return { email, next, newUsername: suggestion ?? (await neutralUsername(read)) };
  });
}
