import { Hono } from 'hono';
import { body } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { signedIn } from '../http/guards.ts';
import type { Services } from '../services.ts';
import { toUser } from '../users/present.ts';
import { clearFlowCookie, readFlowCookie } from './google/flow.ts';
import { createGoogleReauthenticate } from './google/reauthenticate.ts';
import { createReauthenticate, reauthenticateInput } from './reauthenticate.ts';
import { setSessionCookie } from './session-cookie.ts';
import { createSessions } from './sessions.ts';
import { createSignIn, signInInput } from './sign-in.ts';
import { createSignUp, signUpInput } from './sign-up.ts';

/** `/api/auth`: sign up, sign in, who am I. */
export function authRoutes(services: Services) {
  const sessions = createSessions(services);
  const signUp = createSignUp(services);
  const signIn = createSignIn(services, sessions);
  const reauthenticate = createReauthenticate(services);
  const reauthenticateWithGoogle = createGoogleReauthenticate(services);
  const { siteUrl } = services.env;

  return new Hono<ApiEnv>()
    .post('/signup', body(signUpInput), async (c) => {
      const { client } = c.var;
      const { id: userId } = await signUp(c.req.valid('json'), client.address);
      client.report('signup', { userId });
      return c.json({ success: true, message: 'Your account is made. Sign in now.' }, 201);
    })
    .post('/signin', body(signInInput), async (c) => {
      const { user, session } = await signIn(c.req.valid('json'), c.var.client);
      await setSessionCookie(c, sessions, session);
      return c.json({ success: true, message: 'You are signed in.', user: toUser(user) });
    })
    .post('/reauthenticate', signedIn, body(reauthenticateInput), async (c) => {
      const proof = c.req.valid('json');
      if ('password' in proof) {
        await reauthenticate(c.var, proof.password, c.var.client);
      } else {
        const secret = readFlowCookie(c, siteUrl);
        clearFlowCookie(c, siteUrl);
        await reauthenticateWithGoogle(c.var, secret, c.var.client);
      }
      return c.json({ success: true, message: 'Identity confirmed.' });
    })
    .get('/session', (c) => c.json({ user: c.var.user ? toUser(c.var.user) : null }));
}
