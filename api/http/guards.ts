import { createMiddleware } from 'hono/factory';
import { requireVerb, type Verb } from '../access/permissions.ts';
import type { Sessions } from '../access/sessions.ts';
import { UnauthorizedError } from '../errors.ts';
import type { ApiEnv, SignedInEnv } from './context.ts';

/** Puts `user` and `session` into the context, null for guests. */
export function session(sessions: Sessions) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const signedIn = await sessions.read(c.req.header('Cookie'), c.var.client);
    c.set('user', signedIn?.user ?? null);
    c.set('session', signedIn?.session ?? null);
    if (signedIn?.renewedCookie) c.header('Set-Cookie', signedIn.renewedCookie, { append: true });
    await next();
  });
}

/** Lets signed-in users through; 401 for guests. Put it first: 401 comes before other refusals. */
export const signedIn = createMiddleware<SignedInEnv>(async (c, next) => {
  if (!c.var.user) throw new UnauthorizedError();
  await next();
});

/**
 * Lets users through whose role allows a verb, at least on their own things; 401 for guests, 403
 * for other users. Ownership is checked where the record is read.
 */
export function may(verb: Verb) {
  return createMiddleware<SignedInEnv>(async (c, next) => {
    const { user, session } = c.var;
    if (!user) throw new UnauthorizedError();
    requireVerb(verb, { user, lacksSecondFactor: session.lacksSecondFactor });
    await next();
  });
}
