import type { ApiContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import { rememberDevice } from './devices.ts';
import { createSessions, type NewSession } from './sessions.ts';

/** Sets the cookies of a new session and of the known browser, and ends the previous session. */
export async function setSessionCookie(c: ApiContext, services: Services, session: NewSession) {
  const { session: previous, client } = c.var;
  if (previous) await createSessions(services).end(previous.id);
  c.header('Set-Cookie', session.cookie);
  const deviceCookie = await rememberDevice(services, session.userId, client.deviceId);
  c.header('Set-Cookie', deviceCookie, { append: true });
  client.report('signin.success', { userId: session.userId });
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
