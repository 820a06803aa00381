import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { identities, passkeys, recoveryCodes, totpSecrets, users } from '../schema.ts';

/** Removes ways to sign in without the password: linked identities and passkeys. */
export async function deleteWaysIn(tx: Db, userId: string): Promise<void> {
  await Promise.all(
    [identities, passkeys].map((table) => tx.delete(table).where(eq(table.userId, userId))),
  );
}

/** Two-step verification is on from its first code. */
const ADDED_AT = [
  [passkeys, passkeys.createdAt],
  [identities, identities.createdAt],
  [totpSecrets, totpSecrets.confirmedAt],
] as const;

function conditionsOf(userId: string, after: Date) {
  const [keys, linked, totp] = ADDED_AT.map(([table, addedAt]) =>
    and(eq(table.userId, userId), gt(addedAt, after), eq(table.fromUnknownBrowser, true)),
  );
  return { keys, linked, totp };
}

/**
 * Lists passkeys, linked identities and two-step verification that were added after `after` from a
 * browser that the account didn't know.
 */
export async function listUnknownWays(db: Db, userId: string, after: Date) {
  const { keys, linked, totp } = conditionsOf(userId, after);
  const [passkeyRows, identityRows, totpRows] = await Promise.all([
    db.select().from(passkeys).where(keys).orderBy(asc(passkeys.createdAt)),
    db.select().from(identities).where(linked).orderBy(asc(identities.createdAt)),
    db.select({ userId: totpSecrets.userId }).from(totpSecrets).where(totp),
  ]);
  return { passkeys: passkeyRows, identities: identityRows, totp: totpRows.length > 0 };
}

/** Removes the ways listed by `listUnknownWays`, and recovery codes with two-step verification. */
export async function deleteUnknownWays(tx: Db, userId: string, after: Date): Promise<void> {
  const { keys, linked, totp } = conditionsOf(userId, after);
  const [totpRows] = await Promise.all([
    tx.delete(totpSecrets).where(totp).returning({ userId: totpSecrets.userId }),
    tx.delete(passkeys).where(keys),
    tx.delete(identities).where(linked),
  ]);
  if (totpRows.length > 0) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/**
 * Returns the number of ways that a user has to sign in: the password, passkeys, and identities of
 * these issuers, which the site currently has.
 */
export async function countWaysIn(db: Db, userId: string, issuers: string[]): Promise<number> {
  const isUsable = and(eq(identities.userId, userId), inArray(identities.issuer, issuers));
  const counts = await Promise.all([
    db.$count(users, and(eq(users.id, userId), isNotNull(users.passwordHash))),
    db.$count(passkeys, eq(passkeys.userId, userId)),
    db.$count(identities, isUsable),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
