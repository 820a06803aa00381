import type { Db } from '../../db/client.ts';
import { findUserById, lockUser } from '../../db/queries/users.ts';
import { browserName } from '../access/browser-name.ts';
import type { Client } from '../access/client.ts';
import { rememberDevice } from '../access/devices.ts';
import { createSessions, type RequestSession } from '../access/sessions.ts';
import { requireNotSuspended } from '../access/suspension.ts';
import type { ApiContext } from '../http/context.ts';
import { notifyNewBrowser } from '../mail/notices.ts';
import type { Services } from '../services.ts';

/** The browser that signs in. */
export interface Browser {
  client: Client;
  /** The browser's current session, if any. */
  session: RequestSession | null;
}

/** The `Set-Cookie` values of the new session and of the device. */
export type SessionCookies = [session: string, device: string];

/**
 * Starts a session in the transaction that proved the user's identity: ends the browser's previous
 * session, and marks the browser as known to the account. Returns the cookies to set. Throws a
 * ForbiddenError with the code `suspended`, and an error if the user was deleted.
 */
export async function startSession(
  tx: Db,
  services: Services,
  userId: string,
  { client, session: previous }: Browser,
): Promise<SessionCookies> {
  const sessions = createSessions(services);
  const [, session, device] = await Promise.all([
    admit(tx, services, userId),
    sessions.begin(tx, userId, client),
    rememberDevice(tx, services, userId, client.deviceId),
    previous && sessions.endWithin(tx, previous.id),
  ]);
  if (device.isNew && services.env.mail) {
    const user = await findUserById(tx, userId);
    const { address, userAgent } = client;
    const browser = browserName(userAgent);
    if (user) await notifyNewBrowser(tx, services, user, { browser, address });
  }
  return [session.cookie, device.cookie];
}

/** Throws when the user is suspended. */
async function admit(tx: Db, { now }: Services, userId: string): Promise<void> {
  // Lock the account: a suspension either comes first, or comes later and ends the session.
  const user = await lockUser(tx, userId);
  if (user) requireNotSuspended(user, now());
}

export function setSessionCookies(c: ApiContext, userId: string, cookies: SessionCookies): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
  c.var.client.report('signin.success', { userId });
}
