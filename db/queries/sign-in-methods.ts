import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { identities, passkeys, recoveryCodes, totpSecrets, users } from '../schema.ts';

/**
 * Removes the sign-in methods of a user other than the password: linked identities, passkeys and second
 * factors. `since`: only those that were added later.
 */
export async function deleteSignInMethods(
  tx: Db,
  userId: string,
  { since }: { since?: Date } = {},
): Promise<void> {
  await Promise.all(
    [identities, passkeys, totpSecrets, recoveryCodes].map((table) =>
      tx
        .delete(table)
        .where(and(eq(table.userId, userId), since ? gt(table.createdAt, since) : undefined)),
    ),
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
