import type { Db } from '../../db/client.ts';
import { deleteUnknownWays, listUnknownWays } from '../../db/queries/sign-in-methods.ts';
import { lastOwnSignIn, suspectSince } from '../access/devices.ts';
import type { AddedMethod } from '../contract/users.ts';
import type { Services } from '../services.ts';
import { linkedName } from './identities/manage.ts';

// A password reset removes passkeys, linked identities and two-step verification that were added
// from an unknown browser in the last 30 days, after the last sign-in from a known one, unless the
// owner keeps them. docs/decisions/033-what-a-reset-removes.md says why it keeps older ones.

/** Lists the sign-in methods that a reset removes. */
export async function listAddedMethods(
  db: Db,
  services: Pick<Services, 'env' | 'now'>,
  userId: string,
): Promise<AddedMethod[]> {
  const since = await suspectAfter(db, services, userId);
  if (since === undefined) return [];
  const { passkeys, identities, totp } = await listUnknownWays(db, userId, since);
  return [
    ...passkeys.map(({ name }) => ({ kind: 'passkey' as const, name })),
    ...identities.map((identity) => {
      return { kind: 'identity' as const, name: linkedName(identity, services.env) };
    }),
    ...(totp ? [{ kind: 'two-step' as const, name: '' }] : []),
  ];
}

/** Removes them. Call it in the transaction that sets the password. */
export async function removeAddedMethods(
  tx: Db,
  services: Pick<Services, 'now'>,
  userId: string,
): Promise<void> {
  const since = await suspectAfter(tx, services, userId);
  if (since !== undefined) await deleteUnknownWays(tx, userId, since);
}

async function suspectAfter(
  db: Db,
  services: Pick<Services, 'now'>,
  userId: string,
): Promise<Date | undefined> {
  const last = await lastOwnSignIn(db, services, userId);
  const since = suspectSince(services.now());
  return last && last < since ? since : last;
}
