import { Hono } from 'hono';
import { z } from 'zod';
import { currentPassword } from '../../access/current-password.ts';
import { body, optionalBody } from '../../http/body.ts';
import type { ApiEnv } from '../../http/context.ts';
import { signedIn } from '../../http/guards.ts';
import { withPassword } from '../../passwords/with-password.ts';
import type { Services } from '../../services.ts';
import { clearFlowCookie, readFlowCookie } from '../providers/flow.ts';
import { providerWithId } from '../providers/settings.ts';
import { secondFactorProof, withSecondFactor } from '../second-factor/prove.ts';
import { linkIdentity, listOwnIdentities, unlinkIdentity } from './manage.ts';

const linkInput = z.object({
  provider: z.string('Provider must be text.'),
  currentPassword,
});

/** `/api/auth/identities`: the caller's accounts at identity providers. */
export function identityRoutes(services: Services) {
  const { siteUrl } = services.env;
  const proof = withPassword(services);
  const factor = withSecondFactor(services);
  return new Hono<ApiEnv>()
    .get('/', signedIn, async (c) => c.json(await listOwnIdentities(services, c.var)))
    .post('/', signedIn, body(linkInput), proof, async (c) => {
      const provider = providerWithId(services.env, c.req.valid('json').provider);
      const cookie = { siteUrl, provider: provider.id };
      await linkIdentity(services, c.var, { provider, secret: readFlowCookie(c, cookie) });
      clearFlowCookie(c, cookie);
      c.var.client.report('identity.link', { userId: c.var.user.id });
      return c.json({ success: true, message: `Your ${provider.name} account is linked.` });
    })
    .delete('/:id', signedIn, optionalBody(secondFactorProof), proof, factor, async (c) => {
      await unlinkIdentity(services, c.var, c.req.param('id'));
      c.var.client.report('identity.unlink', { userId: c.var.user.id });
      return c.json({ success: true, message: 'The account is no longer linked.' });
    });
}
