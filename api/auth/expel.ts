import type { Db } from '../../db/client.ts';
import { deleteUserDevices } from '../../db/queries/devices.ts';
import { deleteTotp } from '../../db/queries/second-factor.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import { deleteWaysIn } from '../../db/queries/sign-in-methods.ts';
import { endTokens } from '../../db/queries/tokens.ts';
import { lockUser } from '../../db/queries/users.ts';

/**
 * Removes every way into an account except its password: sessions, passkeys, linked identities,
 * known browsers, and mailed links other than those that undo an email change. Anyone can sign up
 * with someone else's address, or steal a session, and wait for the owner. Two-step verification
 * isn't a way in: callers decide about it.
 */
export async function expelEveryone(tx: Db, userId: string, usedAt: Date): Promise<void> {
  await endAccess(tx, userId, usedAt);
  await deleteWaysIn(tx, userId);
  await deleteUserDevices(tx, userId);
}

/**
 * Removes what a thief may have in the account of a user above `reader`: sessions, mailed links,
 * two-step verification that was turned on after `since`, and passkeys and identities that were
 * added after it or from a browser that the account didn't know. Others stay: access to the mailbox
 * alone must not remove them.
 */
export async function expelThief(
  tx: Db,
  userId: string,
  { since, usedAt }: { since: Date; usedAt: Date },
): Promise<void> {
  await endAccess(tx, userId, usedAt);
  // Recovery codes may be newer than the app that they replace.
  await deleteTotp(tx, userId, { since });
  await deleteWaysIn(tx, userId, { since });
}

async function endAccess(tx: Db, userId: string, usedAt: Date): Promise<void> {
  // Waits for a write of theirs that may be adding a passkey, and keeps the next one out.
  await lockUser(tx, userId);
  await Promise.all([deleteUserSessions(tx, userId), endTokens(tx, userId, { usedAt })]);
}
