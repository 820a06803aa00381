import type { ApiContext } from '../http/context.ts';
import type { BegunSession, Sessions } from './sessions.ts';

/**
 * Sets the cookies of a new session, ends the browser's previous one, and remembers the browser as
 * known.
 */
export async function enter(c: ApiContext, sessions: Sessions, session: BegunSession) {
  if (c.var.session) await sessions.end(c.var.session.id);
  c.header('Set-Cookie', session.cookie);
  const { client } = c.var;
  const cookie = await sessions.rememberDevice(session.userId, client.deviceId);
  c.header('Set-Cookie', cookie, { append: true });
  client.report('signin.success', { userId: session.userId });
}

/** Makes the browser forget its session, and ends it. The account still knows the browser. */
export async function leave(c: ApiContext, sessions: Sessions) {
  if (c.var.session) {
    await sessions.end(c.var.session.id);
    c.var.client.report('session.end', { userId: c.var.session.userId });
  }
  c.header('Set-Cookie', sessions.blankCookie());
}
