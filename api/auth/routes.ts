import { Hono } from 'hono';
import { body } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { signedIn } from '../http/guards.ts';
import type { Services } from '../services.ts';
import { toUser } from '../users/serialize.ts';
import { clearFlowCookie, readFlowCookie } from './google/flow.ts';
import { reauthenticate, reauthenticateInput, reauthenticateWithGoogle } from './reauthenticate.ts';
import { setSessionCookies } from './session-cookie.ts';
import { signIn, signInInput } from './sign-in.ts';
import { signUp, signUpInput } from './sign-up.ts';

/** `/api/auth`: signing up and in, confirming one's identity, and the current session. */
export function authRoutes(services: Services) {
  const { siteUrl } = services.env;

  return new Hono<ApiEnv>()
    .post('/signup', body(signUpInput(services.siteName)), async (c) => {
      const { client } = c.var;
      const { id: userId } = await signUp(services, c.req.valid('json'), client.address);
      client.report('signup', { userId });
      return c.json({ success: true, message: 'Account created. Please sign in.' }, 201);
    })
    .post('/signin', body(signInInput), async (c) => {
      const { user, cookies } = await signIn(services, c.req.valid('json'), c.var);
      setSessionCookies(c, user.id, cookies);
      return c.json({ success: true, message: 'You are signed in.', user: toUser(user) });
    })
    .post('/reauthenticate', signedIn, body(reauthenticateInput), async (c) => {
      const proof = c.req.valid('json');
      if ('password' in proof) {
        await reauthenticate(services, c.var, proof.password, c.var.client);
      } else {
        const secret = readFlowCookie(c, siteUrl);
        clearFlowCookie(c, siteUrl);
        await reauthenticateWithGoogle(services, c.var, secret, c.var.client);
      }
      return c.json({ success: true, message: 'Identity confirmed.' });
    })
    .get('/session', (c) => c.json({ user: c.var.user ? toUser(c.var.user) : null }));
}
