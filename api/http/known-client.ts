import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { clientAddress } from './client-address.ts';
import type { ApiEnv } from './context.ts';

/**
 * Puts the client's address into the context. Warns once when there is a proxy in front that
 * `TRUST_PROXY` doesn't count: then all visitors share the proxy's address, and one set of limits.
 */
export function knownClient({ trustProxy, log }: { trustProxy: number; log: Logger }) {
  let warned = trustProxy > 0;
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.set('clientAddress', clientAddress(c, trustProxy));
    if (!warned && c.req.header('X-Forwarded-For') !== undefined) {
      warned = true;
      log.warn(
        'TRUST_PROXY: a request has X-Forwarded-For, which is ignored. Behind a proxy, set TRUST_PROXY to the number of proxies, or all visitors share the rate limits of one address.',
      );
    }
    await next();
  });
}
