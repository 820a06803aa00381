import { Hono } from 'hono';
import { DatabaseUnavailableError } from '../../db/errors.ts';
import { UnavailableError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import type { Services } from '../services.ts';

/** A node further behind shows readers outdated pages. */
const MAX_BEHIND_MS = 30_000;

/**
 * `GET /api/health`: 200 as soon as pages and calls are served. 503 while starting or stopping,
 * while the database doesn't answer, and while this node is far behind the feed of changes. A
 * nearly full disk is only a warning: pages are still served from it.
 */
export function healthRoutes({ database, publisher, ready, disk }: Services) {
  return new Hono<ApiEnv>().get('/', async (c) => {
    if (ready?.() === false) throw new UnavailableError('The server is starting.');
    await database.ping().catch((error: unknown) => {
      throw new DatabaseUnavailableError('The database does not answer', { cause: error });
    });
    const behindMs = publisher.behindMs();
    if (behindMs > MAX_BEHIND_MS) {
      const seconds = Math.round(behindMs / 1000);
      throw new UnavailableError(`The pages of this server are ${seconds} seconds behind.`, 5);
    }
    const isFull = (await disk?.().catch(() => undefined))?.isNearlyFull;
    return c.json({ status: 'ok' as const, ...(isFull && { warnings: ['disk' as const] }) });
  });
}
