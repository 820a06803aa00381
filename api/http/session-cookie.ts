import { createSessions } from '../access/sessions.ts';
import type { Services } from '../services.ts';
import type { ApiContext } from './context.ts';

/** Ends the session and deletes its cookie. The browser stays known to the account. */
export async function clearSessionCookie(c: ApiContext, services: Services) {
  const sessions = createSessions(services);
  if (c.var.session) {
    await sessions.end(c.var.session.id);
    c.var.client.report('session.end', { userId: c.var.session.userId });
  }
  c.header('Set-Cookie', sessions.blankCookie());
}
