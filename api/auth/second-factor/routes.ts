import { Hono } from 'hono';
import { z } from 'zod';
import { currentPassword } from '../../access/current-password.ts';
import { body, optionalBody } from '../../http/body.ts';
import type { ApiEnv } from '../../http/context.ts';
import { signedIn } from '../../http/guards.ts';
import { onlyPassword, withPassword } from '../../passwords/with-password.ts';
import type { Services } from '../../services.ts';
import { toUser } from '../../users/serialize.ts';
import { blankChallengeCookie, readChallengeHash } from '../challenge.ts';
import { setSessionCookies } from '../start-session.ts';
import { code } from './check-code.ts';
import { secondFactorProof, withSecondFactor } from './prove.ts';
import {
  beginTotp,
  finishTotp,
  renewRecoveryCodes,
  secondFactorStatus,
  turnTotpOff,
} from './set-up.ts';
import { finishSignIn } from './sign-in.ts';

const codeInput = z.object({ code });

/** `/api/auth/second-factor`: codes from authenticator apps, and recovery codes. */
export function secondFactorRoutes(services: Services) {
  const { siteUrl } = services.env;
  const proof = withPassword(services);
  const factor = withSecondFactor(services);
  const report = (c: { var: SignedInVars }) =>
    c.var.client.report('user.second-factor', { userId: c.var.user.id });

  return new Hono<ApiEnv>()
    .get('/', signedIn, async (c) => c.json(await secondFactorStatus(services, c.var)))
    .post('/', body(codeInput), async (c) => {
      const idHash = readChallengeHash(siteUrl, 'second-factor', c.req.header('Cookie'));
      const claim = { ...c.req.valid('json'), idHash };
      const { user, cookies } = await finishSignIn(services, claim, c.var);
      setSessionCookies(c, user.id, cookies);
      c.header('Set-Cookie', blankChallengeCookie(siteUrl, 'second-factor'), { append: true });
      return c.json({ success: true, message: 'You are signed in.', user: toUser(user) });
    })
    .post('/totp/begin', signedIn, optionalBody(onlyPassword), proof, async (c) =>
      c.json(await beginTotp(services, c.var)),
    )
    .post('/totp', signedIn, body(codeInput.extend({ currentPassword })), proof, async (c) => {
      const codes = await finishTotp(services, c.var, c.req.valid('json').code);
      report(c);
      return c.json(codes, 201);
    })
    .delete('/totp', signedIn, optionalBody(secondFactorProof), proof, factor, async (c) => {
      await turnTotpOff(services, c.var);
      report(c);
      return c.json({ success: true, message: 'Two-step verification is off.' });
    })
    .post(
      '/recovery-codes',
      signedIn,
      optionalBody(secondFactorProof),
      proof,
      factor,
      async (c) => {
        const codes = await renewRecoveryCodes(services, c.var);
        report(c);
        return c.json(codes, 201);
      },
    );
}

type SignedInVars = Pick<ApiEnv['Variables'], 'client'> & { user: { id: string } };
