import type { z } from 'zod';
import type { Db } from '../../../db/client.ts';
import { recordAudit } from '../../../db/queries/audit.ts';
import { markInvitationUsed } from '../../../db/queries/invitations.ts';
import { insertUser, lockUser, type UserRow } from '../../../db/queries/users.ts';
import { BadTokenError } from '../../errors.ts';
import { requireNotBreached } from '../../passwords/breached-passwords.ts';
import { hashForGuest } from '../../passwords/hashing-queue.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { newPassword, requireNoOwnNames } from '../../passwords/password-rules.ts';
import type { Services } from '../../services.ts';
import { siteName } from '../../site/read-site.ts';
import { countWrongTokens, usedLink } from '../../tokens/redeem.ts';
import { filledIn, newUsername, requireFreeName } from '../../users/rules.ts';
import { requireUnique } from '../../users/uniqueness.ts';
import { tokenInput } from '../describe-token.ts';
import { type Browser, type SessionCookies, startSession } from '../start-session.ts';
import { checkInvitation, requireNewcomer } from './describe.ts';

export const acceptInput = filledIn(
  { username: newUsername, password: newPassword },
  'Please fill out all the fields.',
).and(tokenInput);

type Input = z.output<typeof acceptInput>;

interface Accepted {
  user: UserRow;
  cookies: SessionCookies;
}

/**
 * Creates the account of an invitation, and signs in to it. Throws a BadTokenError. Every error
 * leaves the link usable.
 */
export async function acceptInvitation(
  services: Services,
  input: Input,
  browser: Browser,
): Promise<Accepted> {
  const { database } = services;
  const { token, username, password } = input;
  const { address } = browser.client;
  return await countWrongTokens(services, address, async () => {
    const { invitation } = await checkInvitation(database.read, services, token);
    const name = await siteName(database.read);
    requireFreeName(username, name);
    requireNoOwnNames(password, { username, email: invitation.email, siteName: name });
    await requireNewcomer(database.read, invitation.email);
    await requireUnique(database.read, { username });
    await requireNotBreached(services, password);
    const passwordHash = await hashForGuest({ address }, () => hashPassword(password));
    return await database.transaction(async (tx) => {
      const user = await createAccount(tx, services, { token, username, passwordHash, address });
      return { user, cookies: await startSession(tx, services, user.id, browser) };
    });
  });
}

interface New {
  token: string;
  username: string;
  passwordHash: string;
  /** The client's. */
  address: string;
}

async function createAccount(
  tx: Db,
  services: Services,
  { token, username, passwordHash, address }: New,
): Promise<UserRow> {
  // Lock the inviter, so that their role can't change at the same time.
  const found = await checkInvitation(tx, services, token);
  if (!(await lockUser(tx, found.inviter.id))) throw new BadTokenError('This link has expired.');
  const { invitation, inviter } = await checkInvitation(tx, services, token);
  const { email, role, isMailed: emailVerified } = invitation;
  await requireNewcomer(tx, email);
  await requireUnique(tx, { username, email });
  const at = services.now();
  if (!(await markInvitationUsed(tx, invitation.idHash, at))) throw usedLink();
  const times = { createdAt: at, updatedAt: at };
  const account = { username, email, role, emailVerified, passwordHash, ...times };
  const user = await insertUser(tx, account);
  const details = { role, invitedBy: inviter.id };
  const subject = { actor: user.id, action: 'user.join', subject: user.id } as const;
  await recordAudit(tx, { ...subject, address, at, details });
  return user;
}
