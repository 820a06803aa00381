import { createMiddleware } from 'hono/factory';
import { parse } from 'hono/utils/cookie';
import type { Logger } from 'pino';
import type { SecurityEvent } from '../access/client.ts';
import { DEVICE_COOKIE } from '../access/devices.ts';
import { clientAddress } from '../network.ts';
import type { ApiEnv } from './context.ts';

const WARNINGS = new Set<SecurityEvent>(['signin.failure', 'reauthenticate.failure', 'rate-limit']);

/**
 * Puts `client` into the context: address, device, and the security log. Warns once about a proxy
 * that isn't included in `TRUST_PROXY`.
 */
export function client({ trustProxy, log }: { trustProxy: number; log: Logger }) {
  let hasWarned = trustProxy > 0;
  return createMiddleware<ApiEnv>(async (c, next) => {
    const forwardedFor = c.req.header('X-Forwarded-For');
    const socketAddress = c.env?.incoming?.socket.remoteAddress ?? c.env?.remoteAddress;
    const address = clientAddress(socketAddress, forwardedFor, trustProxy);
    const deviceId = parse(c.req.header('Cookie') ?? '', DEVICE_COOKIE)[DEVICE_COOKIE];
    c.set('client', {
      address,
      deviceId,
      userAgent: c.req.header('User-Agent'),
      report(event, details = {}) {
        const level = WARNINGS.has(event) ? 'warn' : 'info';
        log[level]({ event, requestId: c.var.requestId, address, ...details }, 'security');
      },
    });
    if (!hasWarned && forwardedFor !== undefined) {
      hasWarned = true;
      log.warn(
        'TRUST_PROXY: a request has X-Forwarded-For, which is ignored. Behind a proxy, set TRUST_PROXY to the number of proxies, or all visitors share the rate limits of one address.',
      );
    }
    await next();
  });
}
