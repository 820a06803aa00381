import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { identities, passkeys, recoveryCodes, totpSecrets } from '../schema.ts';

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
