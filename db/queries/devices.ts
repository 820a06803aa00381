import { and, asc, eq, gt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { devices, users } from '../schema.ts';
import { prepared } from './query.ts';

export type DeviceRow = typeof devices.$inferSelect;

const ofEmail = prepared((db) =>
  db
    .select({ userId: devices.userId })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(
      and(
        eq(devices.idHash, sql.placeholder('idHash')),
        eq(users.email, sql.placeholder('email')),
        gt(devices.expiresAt, sql.placeholder('now')),
      ),
    ),
);

/** Returns whether this browser has signed in to the account of `email` (lowercase) before. */
export async function isDeviceOf(
  db: Db,
  { idHash, email, now }: { idHash: string; email: string; now: Date },
): Promise<boolean> {
  return (await ofEmail(db, { idHash, email, now: now.getTime() })).length > 0;
}

/** Throws if the user doesn't exist. */
export async function insertDevice(tx: Db, values: DeviceRow): Promise<void> {
  await tx.insert(devices).values(values);
}

/** Renews the device of an account. Returns false if there is none, or it has expired. */
export async function renewDevice(
  tx: Db,
  {
    idHash,
    userId,
    now,
    expiresAt,
  }: Pick<DeviceRow, 'idHash' | 'userId' | 'expiresAt'> & { now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(devices)
    .set({ expiresAt })
    .where(and(eq(devices.idHash, idHash), eq(devices.userId, userId), gt(devices.expiresAt, now)))
    .returning({ userId: devices.userId });
  return rows.length > 0;
}

/**
 * Replaces the id of a browser for all accounts in which it hasn't expired. `toIdHash` must be new.
 */
export async function moveDevice(
  tx: Db,
  { fromIdHash, toIdHash, now }: { fromIdHash: string; toIdHash: string; now: Date },
): Promise<void> {
  await tx
    .update(devices)
    .set({ idHash: toIdHash })
    .where(and(eq(devices.idHash, fromIdHash), gt(devices.expiresAt, now)));
}

/** Deletes devices of an account so that `max` remain: the `newest`, and the oldest ones. */
export async function deleteSurplusDevices(
  tx: Db,
  { userId, newest, max }: { userId: string; newest: string; max: number },
): Promise<void> {
  const others = and(eq(devices.userId, userId), ne(devices.idHash, newest));
  const oldest = tx
    .select({ idHash: devices.idHash })
    .from(devices)
    .where(others)
    .orderBy(asc(devices.createdAt), asc(devices.expiresAt))
    .limit(max - 1);
  await tx.delete(devices).where(and(others, notInArray(devices.idHash, oldest)));
}

export async function deleteExpiredDevices(tx: Db, now: Date): Promise<void> {
  await tx.delete(devices).where(lte(devices.expiresAt, now));
}

export async function deleteUserDevices(tx: Db, userId: string): Promise<void> {
  await tx.delete(devices).where(eq(devices.userId, userId));
}

/** Returns the browsers of an account, oldest first. */
export async function listDevices(db: Db, userId: string, now: Date): Promise<DeviceRow[]> {
  return await db
    .select()
    .from(devices)
    .where(and(eq(devices.userId, userId), gt(devices.expiresAt, now)))
    .orderBy(asc(devices.createdAt), asc(devices.expiresAt));
}

/** Returns whether any browser is known to an account. */
export async function hasDevices(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(devices, eq(devices.userId, userId))) > 0;
}
