import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { signInFlows, type VerifiedIdentity } from '../schema.ts';
import { forUpdate } from './query.ts';

/** Inserts a flow, and deletes expired ones of abandoned popups. Throws if the hash is taken. */
export async function insertSignInFlow(
  tx: Db,
  flow: { idHash: string; attempt: string; identity?: VerifiedIdentity; expiresAt: Date },
  now: Date,
): Promise<void> {
  await deleteExpiredSignInFlows(tx, now);
  await tx.insert(signInFlows).values(flow);
}

export async function deleteExpiredSignInFlows(tx: Db, now: Date): Promise<void> {
  await tx.delete(signInFlows).where(lte(signInFlows.expiresAt, now));
}

/** Deletes a started flow and returns its `attempt`, or `undefined` if there is none. */
export async function takeStartedFlow(
  tx: Db,
  idHash: string,
  now: Date,
): Promise<{ attempt: string } | undefined> {
  const [row] = await tx
    .delete(signInFlows)
    .where(and(isRunning(idHash, now), isNull(signInFlows.identity)))
    .returning({ attempt: signInFlows.attempt });
  return row;
}

const isRunning = (idHash: string, now: Date) =>
  and(eq(signInFlows.idHash, idHash), gt(signInFlows.expiresAt, now));
const isProven = (idHash: string, now: Date) =>
  and(isRunning(idHash, now), isNotNull(signInFlows.identity));

/** Deletes a proven identity and returns it, or `undefined` if there is none. */
export async function takeVerifiedIdentity(
  tx: Db,
  idHash: string,
  now: Date,
): Promise<VerifiedIdentity | undefined> {
  const [row] = await tx
    .delete(signInFlows)
    .where(isProven(idHash, now))
    .returning({ identity: signInFlows.identity });
  return row?.identity ?? undefined;
}

/** Returns a proven identity, and locks the flow, so only one transaction can redeem it. */
export async function lockVerifiedIdentity(
  tx: Db,
  idHash: string,
  now: Date,
): Promise<VerifiedIdentity | undefined> {
  const [row] = await forUpdate(tx.select().from(signInFlows).where(isProven(idHash, now)));
  return row?.identity ?? undefined;
}

export async function updateVerifiedIdentity(
  tx: Db,
  idHash: string,
  changes: { identity: VerifiedIdentity; expiresAt: Date },
): Promise<void> {
  await tx.update(signInFlows).set(changes).where(eq(signInFlows.idHash, idHash));
}
