import { createHash, randomBytes } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import type { Db } from '../../db/client.ts';
import {
  deleteExpiredDevices,
  deleteSurplusDevices,
  insertDevice,
  isDeviceOf,
  moveDevice,
  renewDevice,
} from '../../db/queries/devices.ts';
import type { Services } from '../services.ts';

/**
 * Marks a browser that has signed in before (OWASP calls it a "device cookie"). Failed sign-ins of
 * other browsers can't lock it out. It doesn't replace the password.
 */
export const DEVICE_COOKIE = 'inkwell_device';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Per account. A new device beyond it replaces the one that signed in longest ago. */
const MAX_DEVICES = 50;
/** Our ids have 43 characters. */
const MAX_ID_LENGTH = 100;

/** The database has only the hash of an id, so a stolen copy makes no browser known. */
function hashDeviceId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/**
 * Returns the hash of a device id when its browser has signed in to the account with this email,
 * otherwise `undefined`. Takes the same time for an unknown email.
 */
export async function findKnownDevice(
  { database, now }: Pick<Services, 'database' | 'now'>,
  id: string | undefined,
  email: string,
): Promise<string | undefined> {
  if (id === undefined || id.length > MAX_ID_LENGTH) return undefined;
  const idHash = hashDeviceId(id);
  return (await isDeviceOf(database.read, { idHash, email, now: now() })) ? idHash : undefined;
}

/**
 * Makes a browser known to an account that it has just signed in to, in the transaction of the
 * sign-in. `sent`: the id in the browser's cookie, if any. Returns the `Set-Cookie` value. Throws
 * when the user was deleted.
 */
export async function rememberDevice(
  tx: Db,
  { env, now }: Pick<Services, 'env' | 'now'>,
  userId: string,
  sent: string | undefined,
): Promise<string> {
  const at = now();
  const expiresAt = new Date(at.getTime() + YEAR_SECONDS * 1000);
  const id = await knownOrFresh(tx, { userId, sent, at, expiresAt });
  return serialize(DEVICE_COOKIE, id, {
    maxAge: YEAR_SECONDS,
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: env.siteUrl.startsWith('https:'),
  });
}

async function knownOrFresh(
  tx: Db,
  {
    userId,
    sent,
    at,
    expiresAt,
  }: { userId: string; sent?: string | undefined; at: Date; expiresAt: Date },
): Promise<string> {
  const sentHash =
    sent !== undefined && sent.length <= MAX_ID_LENGTH ? hashDeviceId(sent) : undefined;
  if (sent !== undefined && sentHash !== undefined) {
    if (await renewDevice(tx, { idHash: sentHash, userId, now: at, expiresAt })) return sent;
  }
  // An id that the account doesn't know may have been planted in this browser by an attacker who
  // keeps a copy. It's replaced, also for the other accounts that this browser has signed in to.
  const fresh = randomBytes(32).toString('base64url');
  const idHash = hashDeviceId(fresh);
  await Promise.all([
    sentHash !== undefined && moveDevice(tx, { fromIdHash: sentHash, toIdHash: idHash, now: at }),
    deleteExpiredDevices(tx, at),
    insertDevice(tx, { idHash, userId, expiresAt, createdAt: at }),
    deleteSurplusDevices(tx, userId, MAX_DEVICES),
  ]);
  return fresh;
}
