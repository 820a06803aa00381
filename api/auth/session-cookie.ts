import type { ApiContext } from '../http/context.ts';
import type { BegunSession, Sessions } from './sessions.ts';

/** Gives the browser its new session, and ends the one that it had. */
export async function enter(c: ApiContext, sessions: Sessions, session: BegunSession) {
  if (c.var.session) await sessions.end(c.var.session.id);
  c.header('Set-Cookie', session.cookie);
}

/** Makes the browser forget its session, and ends it. */
export async function leave(c: ApiContext, sessions: Sessions) {
  if (c.var.session) await sessions.end(c.var.session.id);
  c.header('Set-Cookie', sessions.blankCookie());
}
