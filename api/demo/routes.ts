import { Hono } from 'hono';
import { countDemo } from '../../db/queries/demo.ts';
import type { ApiEnv } from '../http/context.ts';
import { administrator } from '../http/guards.ts';
import type { Services } from '../services.ts';
import { removeDemo } from './remove.ts';

/** `/api/demo`: the status of the sample content, and deleting it. */
export function demoRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .get('/status', administrator, async (c) => c.json(await countDemo(services.database.read)))
    .post('/remove', administrator, async (c) => {
      const removed = await removeDemo(services, c.var);
      const message = 'The demo content has been removed.';
      return c.json({ success: true, message, removed });
    });
}
