import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { UnavailableError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import type { Services } from '../services.ts';

const PING_TIMEOUT_MS = 2000;

/**
 * `GET /api/health`: 200 once everything can be served, 503 while starting or without a database.
 */
export function healthRoutes(services: Services) {
  return new Hono<ApiEnv>().get('/', async (c) => {
    if (services.ready?.() === false) throw new UnavailableError('The server is starting.');
    try {
      await Promise.race([services.database.ping(), timeout(PING_TIMEOUT_MS)]);
    } catch (error) {
      services.log.error({ requestId: c.var.requestId, err: error }, 'database does not answer');
      throw new UnavailableError('The database does not answer.', 5);
    }
    return c.json({ status: 'ok' as const });
  });
}

async function timeout(ms: number): Promise<never> {
  await wait(ms, undefined, { ref: false });
  throw new Error(`No answer within ${ms} ms`);
}
