import { and, desc, eq, lte, ne, notInArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { sessions, users } from '../schema.ts';
import { deleteSignInChallenges } from './challenges.ts';
import { forUpdate, lockRows, prepared, textPlaceholder } from './query.ts';
import { lacksSecondFactor } from './second-factor.ts';
import type { UserRow } from './users.ts';

export type SessionRow = typeof sessions.$inferSelect;

export type NewSession = typeof sessions.$inferInsert;

/** Throws if the user doesn't exist or the hash is taken. */
export async function insertSession(tx: Db, values: NewSession): Promise<void> {
  await tx.insert(sessions).values(values);
}

const selectWithUser = (db: Db) =>
  db
    .select({ session: sessions, user: users, lacksSecondFactor: lacksSecondFactor() })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.idHash, textPlaceholder('idHash')));
const withUser = prepared(selectWithUser);
const withLockedUser = prepared((tx) => forUpdate(selectWithUser(tx)));

interface SessionWithUser {
  session: SessionRow;
  user: UserRow;
  /** The site requires a second factor of this user, who has none. */
  lacksSecondFactor: boolean;
}

/** Finds a session and its user, even if the session has expired: check `expiresAt`. */
export async function findSessionWithUser(
  db: Db,
  idHash: string,
): Promise<SessionWithUser | undefined> {
  const [row] = await withUser(db, { idHash });
  return row;
}

/**
 * Like `findSessionWithUser`, but locks both rows until the end of the transaction: the session
 * can't end and the role can't change in between, and writes of a user take turns.
 */
export async function lockSessionWithUser(
  tx: Db,
  idHash: string,
): Promise<SessionWithUser | undefined> {
  const [row] = await withLockedUser(tx, { idHash });
  return row;
}

/** Returns a user's sessions, most recently used first. */
export async function listUserSessions(db: Db, userId: string): Promise<SessionRow[]> {
  return await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
}

/** Records a use of a session, unless there was one after `since`. */
export async function updateSessionUse(
  tx: Db,
  idHash: string,
  { since, ...use }: Pick<SessionRow, 'lastUsedAt' | 'network' | 'browser'> & { since: Date },
): Promise<void> {
  const isDue = and(eq(sessions.idHash, idHash), lte(sessions.lastUsedAt, since));
  await tx.update(sessions).set(use).where(isDue);
}

/** Deletes a session of a user by its public id. Returns the deleted row. */
export async function deleteUserSession(
  tx: Db,
  userId: string,
  publicId: string,
): Promise<SessionRow | undefined> {
  const [row] = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.publicId, publicId)))
    .returning();
  return row;
}

export async function updateSessionExpiry(tx: Db, idHash: string, expiresAt: Date): Promise<void> {
  await tx.update(sessions).set({ expiresAt }).where(eq(sessions.idHash, idHash));
}

/** Records when the user of a session last proved their identity. */
export async function updateSessionProof(tx: Db, idHash: string, provenAt: Date): Promise<void> {
  await tx.update(sessions).set({ provenAt }).where(eq(sessions.idHash, idHash));
}

export async function deleteSession(tx: Db, idHash: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.idHash, idHash));
}

/**
 * Deletes all sessions of a user, or all except one, and sign-ins that wait for a second factor.
 * Returns the number of sessions.
 */
export async function deleteUserSessions(
  tx: Db,
  userId: string,
  exceptIdHash = '',
): Promise<number> {
  await deleteSignInChallenges(tx, userId);
  const rows = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.idHash, exceptIdHash)))
    .returning({ publicId: sessions.publicId });
  return rows.length;
}

/** Deletes the oldest sessions of a user, so at most `max` remain, including the new one. */
export async function deleteOldestSessions(
  tx: Db,
  { userId, idHash }: Pick<SessionRow, 'userId' | 'idHash'>,
  max: number,
): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.idHash, idHash));
  const newest = tx
    .select({ idHash: sessions.idHash })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.createdAt))
    .limit(max - 1);
  await Promise.all([
    // Concurrent sign-ins take turns. Otherwise neither would see the other's session.
    lockRows(tx, users, eq(users.id, userId)),
    tx.delete(sessions).where(and(others, notInArray(sessions.idHash, newest))),
  ]);
}

export async function deleteExpiredSessions(tx: Db, now: Date): Promise<void> {
  await tx.delete(sessions).where(lte(sessions.expiresAt, now));
}
