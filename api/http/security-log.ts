import { createMiddleware } from 'hono/factory';
import { parse } from 'hono/utils/cookie';
import type { Logger } from 'pino';
import type { SecurityEvent } from '../auth/client.ts';
import { DEVICE_COOKIE } from '../auth/devices.ts';
import type { ApiEnv } from './context.ts';

const WARNINGS = new Set<SecurityEvent>(['signin.failure', 'reauthenticate.failure', 'rate-limit']);

/**
 * Puts `client` into the context. Goes behind `knownClient`. Entries of the security log are lines with
 * an `event` and the client's address.
 */
export function client(log: Logger) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const address = c.var.clientAddress;
    const deviceId = parse(c.req.header('Cookie') ?? '', DEVICE_COOKIE)[DEVICE_COOKIE];
    c.set('client', {
      address,
      deviceId,
      report(event, details = {}) {
        const level = WARNINGS.has(event) ? 'warn' : 'info';
        log[level]({ event, requestId: c.var.requestId, address, ...details }, 'security');
      },
    });
    await next();
  });
}
