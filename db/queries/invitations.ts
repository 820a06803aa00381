import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { invitations, users } from '../schema.ts';
import { lacksSecondFactor } from './second-factor.ts';

export type InvitationRow = typeof invitations.$inferSelect;
export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

/** Stores an invitation. It replaces an earlier one to the same address. */
export async function putInvitation(
  tx: Db,
  row: Omit<typeof invitations.$inferInsert, 'id' | 'usedAt'>,
): Promise<InvitationRow> {
  await deleteInvitationsTo(tx, [row.email]);
  const [invitation] = await tx.insert(invitations).values(row).returning();
  if (invitation === undefined) throw new Error('The invitation was not written');
  return invitation;
}

const selectWithInviter = (db: Db) =>
  db
    .select({ invitation: invitations, inviter: users, lacksSecondFactor: lacksSecondFactor() })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId));

/** Finds the invitation of a link, even if it was used or has expired. */
export async function findInvitation(db: Db, idHash: string) {
  const [row] = await selectWithInviter(db).where(eq(invitations.idHash, idHash));
  return row;
}

/** Returns the unused invitations, newest first. */
export async function listOpenInvitations(db: Db): Promise<Invitation[]> {
  return await selectWithInviter(db)
    .where(isNull(invitations.usedAt))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));
}

export async function countOpenInvitations(db: Db): Promise<number> {
  return await db.$count(invitations, isNull(invitations.usedAt));
}

/** Gives an invitation a new link. Returns `undefined` if it was used or deleted. */
export async function renewInvitation(
  tx: Db,
  id: string,
  changes: Pick<InvitationRow, 'idHash' | 'userId' | 'isMailed' | 'createdAt' | 'expiresAt'>,
): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .update(invitations)
    .set(changes)
    .where(and(eq(invitations.id, id), isNull(invitations.usedAt)))
    .returning();
  return row;
}

/** Uses up a link. Returns false if another transaction did, or replaced it. */
export async function markInvitationUsed(tx: Db, idHash: string, usedAt: Date): Promise<boolean> {
  const rows = await tx
    .update(invitations)
    .set({ usedAt })
    .where(and(eq(invitations.idHash, idHash), isNull(invitations.usedAt)))
    .returning({ id: invitations.id });
  return rows.length > 0;
}

/** Deletes an unused invitation. Returns it, or `undefined` if there's none with this id. */
export async function deleteInvitation(tx: Db, id: string): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .delete(invitations)
    .where(and(eq(invitations.id, id), isNull(invitations.usedAt)))
    .returning();
  return row;
}

export async function deleteInvitationsTo(tx: Db, emails: string[]): Promise<void> {
  await tx.delete(invitations).where(inArray(invitations.email, emails));
}

export async function deleteInvitationsExpiredBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(invitations).where(lt(invitations.expiresAt, before));
}
