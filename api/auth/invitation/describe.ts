import type { Db } from '../../../db/client.ts';
import { findInvitation, type Invitation } from '../../../db/queries/invitations.ts';
import { findUserByEmail } from '../../../db/queries/users.ts';
import type { InvitationInfo } from '../../contract/invitations.ts';
import { BadTokenError, ConflictError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { checkLink, countWrongTokens } from '../../tokens/redeem.ts';
import { isStillBacked } from '../../users/invitations.ts';
import { neutralUsername, suggestUsername } from '../../users/suggest-username.ts';

/** Returns an invitation that can still be accepted. Throws a BadTokenError. */
export async function checkInvitation(
  db: Db,
  { now }: Pick<Services, 'now'>,
  secret: string,
): Promise<Invitation> {
  let found: Invitation | undefined;
  await checkLink(secret, now(), async (idHash) => {
    found = await findInvitation(db, idHash);
    return found?.invitation;
  });
  if (found === undefined || !isStillBacked(found, now())) {
    throw new BadTokenError('This invitation is no longer valid. Please ask for a new one.');
  }
  return found;
}

/** Throws a ConflictError if the invited person has signed up in the meantime. */
export async function requireNewcomer(db: Db, email: string): Promise<void> {
  if ((await findUserByEmail(db, email)) === undefined) return;
  throw new ConflictError(
    'You already have an account with this email. Please sign in, and ask an administrator for the role.',
  );
}

/** Returns what an invitation offers, without using it up. Throws a BadTokenError. */
export async function describeInvitation(
  services: Services,
  secret: string,
  address: string,
): Promise<InvitationInfo> {
  const { read } = services.database;
  return await countWrongTokens(services, address, async () => {
    const { invitation, inviter } = await checkInvitation(read, services, secret);
    const { email, role } = invitation;
    await requireNewcomer(read, email);
    // `ada+blog@example.com` becomes `ada`.
    const suggestion = await suggestUsername(read, email.replace(/[+@].*/, ''));
    const newUsername = suggestion ?? (await neutralUsername(read));
    return { email, role, invitedBy: inviter.username, newUsername };
  });
}
