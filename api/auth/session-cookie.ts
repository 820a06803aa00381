import type { ApiContext } from '../http/context.ts';
import type { NewSession, Sessions } from './sessions.ts';

/** Sets the cookies of a new session and of the known browser, and ends the previous session. */
export async function setSessionCookie(c: ApiContext, sessions: Sessions, session: NewSession) {
  if (c.var.session) await sessions.end(c.var.session.id);
  c.header('Set-Cookie', session.cookie);
  const { client } = c.var;
  const deviceCookie = await sessions.rememberDevice(session.userId, client.deviceId);
  c.header('Set-Cookie', deviceCookie, { append: true });
  client.report('signin.success', { userId: session.userId });
}

/** Ends the session and deletes its cookie. The account still knows the browser. */
export async function clearSessionCookie(c: ApiContext, sessions: Sessions) {
  if (c.var.session) {
    await sessions.end(c.var.session.id);
    c.var.client.report('session.end', { userId: c.var.session.userId });
  }
  c.header('Set-Cookie', sessions.blankCookie());
}
