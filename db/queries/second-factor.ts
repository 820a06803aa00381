import { and, eq, gt, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { passkeys, recoveryCodes, settings, totpSecrets, users } from '../schema.ts';

export type TotpRow = typeof totpSecrets.$inferSelect;

/** Stores the secret of an unconfirmed set-up, replacing an earlier one. */
export async function putTotpSecret(
  tx: Db,
  { userId, secret, createdAt }: Pick<TotpRow, 'userId' | 'secret' | 'createdAt'>,
): Promise<void> {
  const fresh = { secret, createdAt, confirmedAt: null, lastStep: 0 };
  await tx
    .insert(totpSecrets)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: totpSecrets.userId, set: fresh });
}

/** Returns the secret of a user, confirmed or not. */
export async function findTotp(db: Db, userId: string): Promise<TotpRow | undefined> {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId));
  return row;
}

/** Returns whether a sign-in to the account takes a code. */
export async function hasTotp(db: Db, userId: string): Promise<boolean> {
  const confirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  return (await db.$count(totpSecrets, confirmed)) > 0;
}

/**
 * Returns whether a sign-in needs a passkey because the password was reset by mail: for users above
 * `reader`, access to the mailbox must not be enough. Applies until the user chooses a password
 * while signed in.
 */
export async function needsPasskey(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(users.id, userId), eq(users.passwordFromMail, true), ne(users.role, 'reader')))
    .limit(1);
  return rows.length > 0;
}

/** Returns whether a user has a passkey, or sign-in takes a code. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const own = await db.$count(passkeys, eq(passkeys.userId, userId));
  return own > 0 || (await hasTotp(db, userId));
}

export async function confirmTotp(
  tx: Db,
  userId: string,
  confirmedAt: Date,
  fromUnknownBrowser = false,
): Promise<void> {
  const confirmed = { confirmedAt, fromUnknownBrowser };
  await tx.update(totpSecrets).set(confirmed).where(eq(totpSecrets.userId, userId));
}

/** Uses up the code of a time step, and earlier codes. Returns false if it was already used. */
export async function spendTotpStep(tx: Db, userId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), lt(totpSecrets.lastStep, step)))
    .returning({ userId: totpSecrets.userId });
  return rows.length > 0;
}

/**
 * Deletes the secret and the recovery codes of a user. With `since`, only a secret that is newer.
 */
export async function deleteTotp(
  tx: Db,
  userId: string,
  { since }: { since?: Date } = {},
): Promise<void> {
  const isLater = since && gt(totpSecrets.createdAt, since);
  const rows = await tx
    .delete(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isLater))
    .returning({ userId: totpSecrets.userId });
  if (rows.length > 0) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

export async function replaceRecoveryCodes(
  tx: Db,
  { userId, hashes, createdAt }: { userId: string; hashes: string[]; createdAt: Date },
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = hashes.map((codeHash) => ({ userId, codeHash, createdAt }));
  await tx.insert(recoveryCodes).values(rows);
}

/** Uses up a recovery code. Returns false if there is none, or it was already used. */
export async function spendRecoveryCode(
  tx: Db,
  { userId, codeHash, usedAt }: { userId: string; codeHash: string; usedAt: Date },
): Promise<boolean> {
  const unused = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.codeHash, codeHash),
    isNull(recoveryCodes.usedAt),
  );
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt })
    .where(unused)
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return await db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  );
}

/** Set by the owner: `true` as JSON. */
const REQUIRED = 'owner:requireSecondFactor';

/**
 * SQL: the site requires a second factor of a user in the table `users`, who has none. Part of the
 * query that looks up the session, so it takes no extra round trip.
 */
export function lacksSecondFactor(): SQL<boolean> {
  return sql`(${users.role} = 'administrator'
    and exists (select 1 from ${settings} where ${settings.key} = ${REQUIRED} and ${settings.value} = 'true')
    and not exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})
    and not exists (select 1 from ${totpSecrets}
      where ${totpSecrets.userId} = ${users.id} and ${totpSecrets.confirmedAt} is not null))`.mapWith(
    Boolean,
  );
}
