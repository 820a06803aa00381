import { Hono } from 'hono';
import { NoMailError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import type { Services } from '../services.ts';
import { readMailDns } from './dns.ts';
import { mailStatus, sendTestMail } from './status.ts';

/** `/api/mail`: the state of outgoing mail, for administrators. */
export function mailRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .get('/status', may('settings.change'), async (c) => c.json(await mailStatus(services)))
    .get('/dns', may('settings.change'), async (c) => {
      const { mail } = services.env;
      if (mail === undefined) throw new NoMailError();
      const domain = mail.from.address.split('@').at(-1) ?? '';
      return c.json(await readMailDns(domain, services.lookupTxt));
    })
    .post('/test', may('settings.change'), async (c) => {
      const to = await sendTestMail(services, c.var);
      return c.json({ success: true, message: `A test message to ${to} is on its way.` }, 202);
    });
}
