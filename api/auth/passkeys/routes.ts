import { Hono } from 'hono';
import { z } from 'zod';
import { body, optionalBody } from '../../http/body.ts';
import type { ApiEnv } from '../../http/context.ts';
import { signedIn } from '../../http/guards.ts';
import { withPassword } from '../../passwords/with-password.ts';
import { createLimiter, takePoint } from '../../ratelimit/limiter.ts';
import type { Services } from '../../services.ts';
import { toUser } from '../../users/serialize.ts';
import { blankChallengeCookie, readChallengeHash } from '../challenge.ts';
import { secondFactorProof, withSecondFactor } from '../second-factor/prove.ts';
import { setSessionCookies } from '../start-session.ts';
import { assertion } from './credential.ts';
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey, toPasskey } from './manage.ts';
import { addPasskey, beginPasskey, newPasskeyInput, passkeyName } from './register.ts';
import { signInWithPasskey } from './sign-in.ts';
import { beginAssertion } from './verify.ts';

/** `/api/auth/passkeys`: sign-in with a passkey, and the passkeys of an account. */
export function passkeyRoutes(services: Services) {
  const { siteUrl } = services.env;
  const proof = withPassword(services);
  const factor = withSecondFactor(services);
  const limiter = createLimiter(services, 'passkey');
  const limit = (c: { var: Pick<ApiEnv['Variables'], 'client'> }) =>
    takePoint(limiter, c.var.client.address, 'Too many sign-ins with a passkey');

  return new Hono<ApiEnv>()
    .get('/', signedIn, async (c) => c.json(await listOwnPasskeys(services, c.var)))
    .post('/begin', signedIn, optionalBody(secondFactorProof), proof, factor, async (c) => {
      const { options, cookie } = await beginPasskey(services, c.var);
      c.header('Set-Cookie', cookie, { append: true });
      return c.json(options);
    })
    .post('/', signedIn, body(newPasskeyInput), proof, async (c) => {
      const idHash = readChallengeHash(siteUrl, 'passkey-add', c.req.header('Cookie'));
      const passkey = await addPasskey(services, c.var, { ...c.req.valid('json'), idHash });
      c.header('Set-Cookie', blankChallengeCookie(siteUrl, 'passkey-add'), { append: true });
      c.var.client.report('passkey.add', { userId: c.var.user.id });
      return c.json(toPasskey(passkey), 201);
    })
    .post('/signin/begin', async (c) => {
      await limit(c);
      const sought = { kind: 'passkey-sign-in', userId: null } as const;
      const { options, cookie } = await beginAssertion(services, sought);
      c.header('Set-Cookie', cookie, { append: true });
      return c.json(options);
    })
    .post('/signin', body(z.object({ credential: assertion })), async (c) => {
      const idHash = readChallengeHash(siteUrl, 'passkey-sign-in', c.req.header('Cookie'));
      const answer = { idHash, credential: c.req.valid('json').credential };
      const { user, cookies } = await signInWithPasskey(services, answer, c.var);
      setSessionCookies(c, user.id, cookies);
      c.header('Set-Cookie', blankChallengeCookie(siteUrl, 'passkey-sign-in'), { append: true });
      return c.json({ success: true, message: 'You are signed in.', user: toUser(user) });
    })
    .post('/proof/begin', signedIn, async (c) => {
      await limit(c);
      const sought = { kind: 'passkey-proof', userId: c.var.user.id } as const;
      const { options, cookie } = await beginAssertion(services, sought);
      c.header('Set-Cookie', cookie, { append: true });
      return c.json(options);
    })
    .put('/:id', signedIn, body(z.object({ name: passkeyName })), async (c) => {
      const change = { id: c.req.param('id'), name: c.req.valid('json').name };
      return c.json(await renameOwnPasskey(services, c.var, change));
    })
    .delete('/:id', signedIn, optionalBody(secondFactorProof), proof, factor, async (c) => {
      await removeOwnPasskey(services, c.var, c.req.param('id'));
      c.var.client.report('passkey.remove', { userId: c.var.user.id });
      return c.json({ success: true, message: 'The passkey was removed.' });
    });
}
