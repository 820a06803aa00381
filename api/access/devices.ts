import { createHash, randomBytes } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import type { Db } from '../../db/client.ts';
import {
  deleteExpiredDevices,
  deleteSurplusDevices,
  hasDevices,
  insertDevice,
  isDeviceOf,
  listDevices,
  moveDevice,
  renewDevice,
} from '../../db/queries/devices.ts';
import type { Services } from '../services.ts';

/**
 * Marks a browser that has signed in before (OWASP calls it a "device cookie"), so failed sign-ins
 * from other browsers can't lock it out. It doesn't replace the password.
 */
export const DEVICE_COOKIE = 'inkwell_device';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Age at which a browser is considered the owner's. The account's first browser always is. */
const OWN_AFTER_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * Per account. Above it, a new device replaces the newest one, so a thief can't push out the
 * owner's.
 */
const MAX_DEVICES = 50;
/** Our ids have 43 characters. */
const MAX_ID_LENGTH = 100;

/** The database stores only hashes, so a stolen copy can't be used to fake a known browser. */
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
 * Returns the owner's browsers: the account's first one, and those that first signed in at least 30
 * days ago. The cookie alone isn't proof: a thief's browser gets one at its first sign-in.
 */
async function listOwnDevices(db: Db, now: Date, userId: string) {
  const all = await listDevices(db, userId, now);
  const since = suspectSince(now);
  return all.filter(({ createdAt }, n) => n === 0 || createdAt <= since);
}

/**
 * Returns the start of the period in which a new browser, or a sign-in method added from it, could
 * be a thief's.
 */
export function suspectSince(now: Date): Date {
  return new Date(now.getTime() - OWN_AFTER_MS);
}

/**
 * Returns whether a call comes from one of the owner's browsers. `sent` is the id in its cookie, if
 * any.
 */
export async function isOwnBrowser(
  db: Db,
  { now }: Pick<Services, 'now'>,
  userId: string,
  sent: string | undefined,
): Promise<boolean> {
  if (sent === undefined || sent.length > MAX_ID_LENGTH) return false;
  const own = await listOwnDevices(db, now(), userId);
  return own.some(({ idHash }) => idHash === hashDeviceId(sent));
}

/** Returns when one of the owner's browsers last signed in, or `undefined` if none ever did. */
export async function lastOwnSignIn(
  db: Db,
  { now }: Pick<Services, 'now'>,
  userId: string,
): Promise<Date | undefined> {
  const own = await listOwnDevices(db, now(), userId);
  if (own.length === 0) return undefined;
  // Each sign-in renews the cookie for a year.
  const latest = Math.max(...own.map(({ expiresAt }) => expiresAt.getTime()));
  return new Date(latest - YEAR_SECONDS * 1000);
}

interface RememberedDevice {
  /** The `Set-Cookie` value. */
  cookie: string;
  /** This browser never signed in to the account, but another one did. */
  isNew: boolean;
}

/**
 * Registers a browser as known to an account, in the transaction of the sign-in. `sent` is the id
 * in the browser's cookie, if any. Throws when the user was deleted.
 */
export async function rememberDevice(
  tx: Db,
  { env, now }: Pick<Services, 'env' | 'now'>,
  userId: string,
  sent: string | undefined,
): Promise<RememberedDevice> {
  const at = now();
  const expiresAt = new Date(at.getTime() + YEAR_SECONDS * 1000);
  const { id, isNew } = await knownOrFresh(tx, { userId, sent, at, expiresAt });
  const cookie = serialize(DEVICE_COOKIE, id, {
    maxAge: YEAR_SECONDS,
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: env.siteUrl.startsWith('https:'),
  });
  return { cookie, isNew };
}

async function knownOrFresh(
  tx: Db,
  {
    userId,
    sent,
    at,
    expiresAt,
  }: { userId: string; sent?: string | undefined; at: Date; expiresAt: Date },
): Promise<{ id: string; isNew: boolean }> {
  const sentHash =
    sent !== undefined && sent.length <= MAX_ID_LENGTH ? hashDeviceId(sent) : undefined;
  if (sent !== undefined && sentHash !== undefined) {
    if (await renewDevice(tx, { idHash: sentHash, userId, now: at, expiresAt })) {
      return { id: sent, isNew: false };
    }
  }
  // An attacker may have planted an id that the account doesn't know, and kept a copy. Replace it,
  // also for the other accounts that have signed in from this browser.
  const fresh = randomBytes(32).toString('base64url');
  const idHash = hashDeviceId(fresh);
  const [hasOthers] = await Promise.all([
    hasDevices(tx, userId),
    sentHash !== undefined && moveDevice(tx, { fromIdHash: sentHash, toIdHash: idHash, now: at }),
    deleteExpiredDevices(tx, at),
    insertDevice(tx, { idHash, userId, expiresAt, createdAt: at }),
    deleteSurplusDevices(tx, { userId, newest: idHash, max: MAX_DEVICES }),
  ]);
  return { id: fresh, isNew: hasOthers };
}
