import { createMiddleware } from 'hono/factory';
import { ForbiddenError } from '../errors.ts';
import type { ApiEnv } from './context.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** `none` is a request that the person made, not a page. */
const OWN_FETCH_SITES = new Set(['same-origin', 'none']);

/**
 * Refuses requests that change something and come from another site (403). Programs that send neither
 * `Origin` nor `Sec-Fetch-Site` pass: only browsers carry somebody else's cookie.
 */
export function originCheck(siteUrl: string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method)) {
      const fetchSite = c.req.header('Sec-Fetch-Site');
      const origin = c.req.header('Origin');
      const foreign =
        (fetchSite !== undefined && !OWN_FETCH_SITES.has(fetchSite)) ||
        (origin !== undefined && !isOwnOrigin(origin, siteUrl, c.req.url));
      if (foreign) {
        throw new ForbiddenError(
          `This request comes from another site than ${siteUrl}, so it was refused.`,
        );
      }
    }
    await next();
  });
}

/**
 * Our own origin is `SITE_URL`, or the host that the browser itself addressed (the machine's name beside
 * `localhost`) in the same scheme: another site's page cannot make these two agree.
 */
function isOwnOrigin(origin: string, siteUrl: string, requestUrl: string): boolean {
  if (origin === siteUrl) return true;
  const host = URL.parse(requestUrl)?.host;
  return host !== undefined && origin === `${URL.parse(siteUrl)?.protocol}//${host}`;
}
