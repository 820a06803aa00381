import type { ApiContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import type { Client } from './client.ts';
import { rememberDevice } from './devices.ts';
import { createSessions, type NewSession, type RequestSession } from './sessions.ts';

/** What a sign-in changes for the browser: the session it had, and the id that marks it. */
export interface Browser {
  session: RequestSession | null;
  client: Client;
}

/**
 * Ends the previous session of a browser that has just signed in, and makes the browser known to the
 * account. Returns the cookie of the browser.
 */
export async function welcome(services: Services, userId: string, browser: Browser) {
  const [deviceCookie] = await Promise.all([
    rememberDevice(services, userId, browser.client.deviceId),
    browser.session && createSessions(services).end(browser.session.id),
  ]);
  return deviceCookie;
}

/** Sets the cookies of a new session and of the known browser. */
export function setSessionCookies(c: ApiContext, session: NewSession, deviceCookie: string): void {
  c.header('Set-Cookie', session.cookie);
  c.header('Set-Cookie', deviceCookie, { append: true });
  c.var.client.report('signin.success', { userId: session.userId });
}

/** Ends the session and deletes its cookie. The account still knows the browser. */
export async function clearSessionCookie(c: ApiContext, services: Services) {
  const sessions = createSessions(services);
  if (c.var.session) {
    await sessions.end(c.var.session.id);
    c.var.client.report('session.end', { userId: c.var.session.userId });
  }
  c.header('Set-Cookie', sessions.blankCookie());
}
