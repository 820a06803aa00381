import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { identities, passkeys, users } from '../schema.ts';

/** Removes what signs a user in without the password: linked identities and passkeys. */
export async function deleteWaysIn(tx: Db, userId: string): Promise<void> {
  await Promise.all(
    [identities, passkeys].map((table) => tx.delete(table).where(eq(table.userId, userId))),
  );
}

/**
 * Returns how many ways a user has to sign in: the password, passkeys, and identities of these issuers,
 * which the site has now.
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
