import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { signInLinks, users } from '../schema.ts';

export type SignInLinkRow = typeof signInLinks.$inferSelect;

/** Stores a link. It replaces earlier ones to the same address. */
export async function putSignInLink(tx: Db, row: Omit<SignInLinkRow, 'usedAt'>): Promise<void> {
  await deleteSignInLinksTo(tx, [row.email]);
  await tx.insert(signInLinks).values(row);
}

/** Finds a link, even if it was used or has expired. */
export async function findSignInLink(db: Db, idHash: string): Promise<SignInLinkRow | undefined> {
  const [row] = await db.select().from(signInLinks).where(eq(signInLinks.idHash, idHash));
  return row;
}

/** Uses up a link. Returns false if another transaction did, or replaced it. */
export async function markSignInLinkUsed(tx: Db, idHash: string, usedAt: Date): Promise<boolean> {
  const rows = await tx
    .update(signInLinks)
    .set({ usedAt })
    .where(and(eq(signInLinks.idHash, idHash), isNull(signInLinks.usedAt)))
    .returning({ idHash: signInLinks.idHash });
  return rows.length > 0;
}

/** Invalidates the links that sign in to a user's account. */
export async function endSignInLinks(tx: Db, userId: string, usedAt: Date): Promise<void> {
  const own = tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  await tx
    .update(signInLinks)
    .set({ usedAt })
    .where(and(inArray(signInLinks.email, own), isNull(signInLinks.usedAt)));
}

export async function deleteSignInLinksTo(tx: Db, emails: string[]): Promise<void> {
  await tx.delete(signInLinks).where(inArray(signInLinks.email, emails));
}

export async function deleteSignInLinksExpiredBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(signInLinks).where(lt(signInLinks.expiresAt, before));
}
