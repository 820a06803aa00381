import { Hono } from 'hono';
import { UnavailableError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import type { Services } from '../services.ts';

const ANSWER_WITHIN_MS = 2000;

/** `GET /api/health`: 200 once everything can be served, 503 while starting or without a database. */
export function healthRoutes(services: Services) {
  return new Hono<ApiEnv>().get('/', async (c) => {
    if (services.ready?.() === false) throw new UnavailableError('The server is starting.', 1);
    try {
      await within(ANSWER_WITHIN_MS, services.database.ping());
    } catch (error) {
      services.log.error({ requestId: c.var.requestId, err: error }, 'database does not answer');
      throw new UnavailableError('The database does not answer.', 5);
    }
    return c.json({ status: 'ok' as const });
  });
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
