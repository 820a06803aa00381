import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import { ForbiddenError } from '../errors.ts';
import type { ApiEnv } from './context.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none` is a request made by the user, not by a page. */
const OWN_FETCH_SITES = new Set(['same-origin', 'none']);

/**
 * Refuses requests from other sites that change data (403). Programs that send neither `Origin` nor
 * `Sec-Fetch-Site` pass: only browsers send cookies without their user's knowledge. hono/csrf only
 * checks the content types of forms.
 */
export function originCheck(env: Pick<Env, 'siteUrl' | 'siteUrlIsSet'>) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method)) {
      const fetchSite = c.req.header('Sec-Fetch-Site');
      const origin = c.req.header('Origin');
      const isForeign =
        (fetchSite !== undefined && !OWN_FETCH_SITES.has(fetchSite)) ||
        (origin !== undefined && !isOwnOrigin(origin, env, c.req.url));
      if (isForeign) {
        throw new ForbiddenError(`Refused: this request didn't come from ${env.siteUrl}.`);
      }
    }
    await next();
  });
}

/**
 * Our own origin is `SITE_URL`. While it isn't set, the address that the browser used is accepted,
 * too (a LAN address in place of `localhost`), but never a name: anyone can point a name at this
 * machine (DNS rebinding), and `Origin` and `Host` would match on an attacker's page.
 */
function isOwnOrigin(
  origin: string,
  { siteUrl, siteUrlIsSet }: Pick<Env, 'siteUrl' | 'siteUrlIsSet'>,
  requestUrl: string,
): boolean {
  if (origin === siteUrl) return true;
  const url = URL.parse(requestUrl);
  if (siteUrlIsSet || url === null) return false;
  const isName = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) === 0;
  return (!isName || url.hostname === 'localhost') && origin === `http://${url.host}`;
}
