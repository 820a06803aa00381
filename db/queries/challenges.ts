import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { challenges } from '../schema.ts';
import { forUpdate } from './query.ts';

export type ChallengeRow = typeof challenges.$inferSelect;
export type ChallengeKind = ChallengeRow['kind'];

/** Inserts a challenge, and deletes expired ones. */
export async function insertChallenge(
  tx: Db,
  row: Omit<typeof challenges.$inferInsert, 'tries'> & { createdAt: Date },
): Promise<void> {
  await deleteExpiredChallenges(tx, row.createdAt);
  await tx.insert(challenges).values(row);
}

const running = (idHash: string, kind: ChallengeKind, now: Date) =>
  and(eq(challenges.idHash, idHash), eq(challenges.kind, kind), gt(challenges.expiresAt, now));

/** Deletes and returns a challenge, or returns `undefined` if it was used or has expired. */
export async function takeChallenge(
  tx: Db,
  idHash: string,
  kind: ChallengeKind,
  now: Date,
): Promise<ChallengeRow | undefined> {
  const [row] = await tx
    .delete(challenges)
    .where(running(idHash, kind, now))
    .returning();
  return row;
}

/** Returns a challenge, or `undefined` if it was used or has expired. */
export async function findChallenge(
  db: Db,
  idHash: string,
  kind: ChallengeKind,
  now: Date,
): Promise<ChallengeRow | undefined> {
  const [row] = await db
    .select()
    .from(challenges)
    .where(running(idHash, kind, now));
  return row;
}

/** Like `findChallenge`, but locks the row until the end of the transaction. */
export async function lockChallenge(
  tx: Db,
  idHash: string,
  kind: ChallengeKind,
  now: Date,
): Promise<ChallengeRow | undefined> {
  const [row] = await forUpdate(
    tx
      .select()
      .from(challenges)
      .where(running(idHash, kind, now)),
  );
  return row;
}

export async function countChallengeTry(tx: Db, idHash: string): Promise<void> {
  await tx
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(eq(challenges.idHash, idHash));
}

export async function deleteChallenge(tx: Db, idHash: string): Promise<void> {
  await tx.delete(challenges).where(eq(challenges.idHash, idHash));
}

/** Ends a user's sign-ins that wait for a second factor. */
export async function deleteSignInChallenges(tx: Db, userId: string): Promise<void> {
  await tx
    .delete(challenges)
    .where(and(eq(challenges.userId, userId), eq(challenges.kind, 'second-factor')));
}

export async function deleteExpiredChallenges(tx: Db, now: Date): Promise<void> {
  await tx.delete(challenges).where(lte(challenges.expiresAt, now));
}
