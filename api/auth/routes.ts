import { Hono } from 'hono';
import { createSessions } from '../access/sessions.ts';
import { body } from '../http/body.ts';
import type { ApiEnv } from '../http/context.ts';
import { signedIn } from '../http/guards.ts';
import { reauthenticate } from '../passwords/reauthenticate.ts';
import { createPuzzle } from '../puzzles/puzzle.ts';
import type { Services } from '../services.ts';
import { undoEmailChange } from '../users/change-email.ts';
import { toUser } from '../users/serialize.ts';
import { resendVerification, verifyEmail } from '../users/verify-email.ts';
import { readChallengeHash } from './challenge.ts';
import { checkTokenInput, describeToken, tokenInput } from './describe-token.ts';
import { emailLinkRoutes } from './email-link/routes.ts';
import { forgotPassword, forgotPasswordInput } from './forgot-password.ts';
import { invitationRoutes } from './invitation/routes.ts';
import { reauthenticateWithPasskey } from './passkeys/reauthenticate.ts';
import { clearFlowCookie, readFlowCookie } from './providers/flow.ts';
import { providerWithId } from './providers/settings.ts';
import { reauthenticateInput, reauthenticateWithProvider } from './reauthenticate.ts';
import { resetPassword, resetPasswordInput } from './reset-password.ts';
import { signIn, signInInput } from './sign-in.ts';
import { signUp, signUpInput } from './sign-up.ts';
import { setSessionCookies } from './start-session.ts';
import { inSteadyTime } from './steady-time.ts';

/** Requesting and using mailed links and codes. */
function mailLinkRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .post('/forgot-password', body(forgotPasswordInput), async (c) => {
      const { email } = c.req.valid('json');
      await inSteadyTime(c, () => forgotPassword(services, email, c.var.client.address));
      const message = 'If there is an account with this email, a link and a code are on their way.';
      return c.json({ success: true, message }, 202);
    })
    .post('/reset-password', body(resetPasswordInput), async (c) => {
      const { client } = c.var;
      const input = c.req.valid('json');
      const reset = () => resetPassword(services, input, client.address);
      // A wrong link takes the same time for every account.
      const user = await ('email' in input ? inSteadyTime(c, reset) : reset());
      client.report('user.password', { userId: user.id });
      c.header('Set-Cookie', createSessions(services).blankCookie());
      return c.json({ success: true, message: 'Your password was changed. Please sign in.' });
    })
    .post('/check-token', body(checkTokenInput), async (c) => {
      const { kind, token } = c.req.valid('json');
      return c.json(await describeToken(services, kind, token, c.var.client.address));
    })
    .post('/verify-email/send', signedIn, async (c) => {
      await resendVerification(services, c.var);
      const message = 'A link is on its way. If it takes long, look in your spam folder.';
      return c.json({ success: true, message }, 202);
    })
    .post('/verify-email', body(tokenInput), async (c) => {
      const { client } = c.var;
      const { token } = c.req.valid('json');
      const { user, changed } = await verifyEmail(services, token, client.address);
      client.report(changed ? 'user.email' : 'user.email-verify', { userId: user.id });
      return c.json({ success: true, message: 'Your email is confirmed.' });
    })
    .post('/undo-email-change', body(tokenInput), async (c) => {
      const { client } = c.var;
      const user = await undoEmailChange(services, c.req.valid('json').token, client.address);
      client.report('user.email-undo', { userId: user.id });
      return c.json({ success: true, message: 'The change was undone. Choose a new password.' });
    });
}

/** `/api/auth`: sign-up, sign-in, proof of identity and email, and the current session. */
export function authRoutes(services: Services) {
  const { env } = services;
  const { siteUrl } = env;

  return new Hono<ApiEnv>()
    .post('/signup', body(signUpInput), async (c) => {
      const { client } = c.var;
      const { id: userId } = await signUp(services, c.req.valid('json'), client.address);
      client.report('signup', { userId });
      return c.json({ success: true, message: 'Account created. Please sign in.' }, 201);
    })
    .post('/signup-challenge', async (c) =>
      c.json(await createPuzzle(services, c.var.client.address)),
    )
    .post('/signin', body(signInInput), async (c) => {
      const { user, cookies } = await signIn(services, c.req.valid('json'), c.var);
      setSessionCookies(c, user.id, cookies);
      return c.json({ success: true, message: 'You are signed in.', user: toUser(user) });
    })
    .post('/reauthenticate', signedIn, body(reauthenticateInput), async (c) => {
      const proof = c.req.valid('json');
      if ('password' in proof) {
        await reauthenticate(services, c.var, proof.password, c.var.client);
      } else if ('passkey' in proof) {
        const idHash = readChallengeHash(siteUrl, 'passkey-proof', c.req.header('Cookie'));
        await reauthenticateWithPasskey(services, c.var, { idHash, credential: proof.passkey });
      } else {
        const { id, name } = providerWithId(env, 'google' in proof ? 'google' : proof.provider);
        const cookie = { siteUrl, provider: id };
        const flow = { provider: name, secret: readFlowCookie(c, cookie) };
        clearFlowCookie(c, cookie);
        await reauthenticateWithProvider(services, c.var, flow, c.var.client);
      }
      return c.json({ success: true, message: 'Identity confirmed.' });
    })
    .route('/', mailLinkRoutes(services))
    .route('/emaillink', emailLinkRoutes(services))
    .route('/invitation', invitationRoutes(services))
    .get('/session', (c) => c.json({ user: c.var.user ? toUser(c.var.user) : null }));
}
