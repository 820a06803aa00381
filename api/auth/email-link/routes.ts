import { Hono } from 'hono';
import { body } from '../../http/body.ts';
import type { ApiEnv } from '../../http/context.ts';
import type { Services } from '../../services.ts';
import { toUser } from '../../users/serialize.ts';
import { tokenInput } from '../describe-token.ts';
import { setSessionCookies } from '../start-session.ts';
import { inSteadyTime } from '../steady-time.ts';
import { askForEmailLink, askInput } from './ask.ts';
import { describeEmailLink } from './describe.ts';
import { redeemEmailLink, redeemInput } from './redeem.ts';

/** `/api/auth/emaillink`: signing in, or creating an account, with a mailed link. */
export function emailLinkRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .post('/', body(askInput), async (c) => {
      const input = c.req.valid('json');
      await inSteadyTime(c, () => askForEmailLink(services, input, c.var.client.address));
      const message = 'A link is on its way. If it takes long, look in your spam folder.';
      return c.json({ success: true, message });
    })
    .post('/check', body(tokenInput), async (c) => {
      const { token } = c.req.valid('json');
      return c.json(await describeEmailLink(services, token, c.var.client.address));
    })
    .post('/redeem', body(redeemInput), async (c) => {
      const { user, cookies, next } = await redeemEmailLink(services, c.req.valid('json'), c.var);
      setSessionCookies(c, user.id, cookies);
      return c.json({ success: true, message: 'You are signed in.', user: toUser(user), next });
    });
}
