import type { Db } from '../../db/client.ts';
import { deleteUserDevices } from '../../db/queries/devices.ts';
import { deleteUserSessions } from '../../db/queries/sessions.ts';
import { deleteUnknownWays, deleteWaysIn } from '../../db/queries/sign-in-methods.ts';
import { endTokens } from '../../db/queries/tokens.ts';
import { lockUser } from '../../db/queries/users.ts';
import { suspectSince } from './devices.ts';

/**
 * Removes every way into an account except its password: sessions, passkeys, linked identities,
 * known browsers, and mailed links other than those that undo an email change. An attacker can sign
 * up with someone else's address, or steal a session, and wait for the owner. Two-step verification
 * isn't a way in: callers decide whether to remove it.
 */
export async function expelEveryone(tx: Db, userId: string, usedAt: Date): Promise<void> {
  await endAccess(tx, userId, usedAt);
  await deleteWaysIn(tx, userId);
  await deleteUserDevices(tx, userId);
}

/**
 * Removes a thief's access to the account of a user above `reader`: sessions, mailed links, and
 * passkeys, identities and two-step verification that were added in the last 30 days from an
 * unknown browser. Older ones stay, because access to the mailbox alone must not remove them.
 */
export async function expelThief(tx: Db, userId: string, at: Date): Promise<void> {
  await endAccess(tx, userId, at);
  await deleteUnknownWays(tx, userId, suspectSince(at));
}

async function endAccess(tx: Db, userId: string, usedAt: Date): Promise<void> {
  // Waits for a concurrent write that may be adding a passkey, and blocks the next one.
  await lockUser(tx, userId);
  await Promise.all([deleteUserSessions(tx, userId), endTokens(tx, userId, { usedAt })]);
}
