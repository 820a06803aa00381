import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { passkeys } from '../schema.ts';
import { forUpdate } from './query.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Throws if the credential is already registered. */
export async function insertPasskey(
  tx: Db,
  values: typeof passkeys.$inferInsert,
): Promise<PasskeyRow> {
  const [row] = await tx.insert(passkeys).values(values).returning();
  if (!row) throw new Error('The passkey was not inserted');
  return row;
}

/** Returns the passkeys of a user, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  return await db.$count(passkeys, eq(passkeys.userId, userId));
}

/** Finds a passkey by the authenticator's id. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row;
}

/** Like `findPasskey`, but locks the row until the end of the transaction. */
export async function lockPasskey(tx: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await forUpdate(
    tx.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)),
  );
  return row;
}

/** Records a use. */
export async function updatePasskeyUse(
  tx: Db,
  id: string,
  use: Pick<PasskeyRow, 'counter' | 'isBackedUp' | 'lastUsedAt'>,
): Promise<void> {
  await tx.update(passkeys).set(use).where(eq(passkeys.id, id));
}

/** Returns `undefined` if the user has no such passkey. */
export async function renamePasskey(
  tx: Db,
  { id, userId, name }: Pick<PasskeyRow, 'id' | 'userId' | 'name'>,
): Promise<PasskeyRow | undefined> {
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const [row] = await tx.update(passkeys).set({ name }).where(own).returning();
  return row;
}

/** Returns `undefined` if the user has no such passkey. */
export async function deletePasskey(
  tx: Db,
  { id, userId }: Pick<PasskeyRow, 'id' | 'userId'>,
): Promise<PasskeyRow | undefined> {
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const [row] = await tx.delete(passkeys).where(own).returning();
  return row;
}
