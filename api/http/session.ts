import { createMiddleware } from 'hono/factory';
import type { Sessions } from '../auth/sessions.ts';
import type { ApiEnv } from './context.ts';

/** Puts `user` and `session` into the context, null for guests. */
export function session(sessions: Sessions) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const signedIn = await sessions.read(c.req.header('Cookie'));
    c.set('user', signedIn?.user ?? null);
    c.set('session', signedIn?.session ?? null);
    if (signedIn?.renewedCookie) c.header('Set-Cookie', signedIn.renewedCookie, { append: true });
    await next();
  });
}
