import { Hono } from 'hono';
import { body } from '../../http/body.ts';
import type { ApiEnv } from '../../http/context.ts';
import type { Services } from '../../services.ts';
import { toUser } from '../../users/serialize.ts';
import { tokenInput } from '../describe-token.ts';
import { setSessionCookies } from '../start-session.ts';
import { acceptInput, acceptInvitation } from './accept.ts';
import { describeInvitation } from './describe.ts';

/** `/api/auth/invitation`: the link of an invitation creates an account. */
export function invitationRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .post('/check', body(tokenInput), async (c) => {
      const { token } = c.req.valid('json');
      return c.json(await describeInvitation(services, token, c.var.client.address));
    })
    .post('/accept', body(acceptInput), async (c) => {
      const { user, cookies } = await acceptInvitation(services, c.req.valid('json'), c.var);
      c.var.client.report('signup', { userId: user.id });
      setSessionCookies(c, user.id, cookies);
      const message = 'Account created. You are signed in.';
      return c.json({ success: true, message, user: toUser(user) }, 201);
    });
}
