import { Hono } from 'hono';
import { findOutboxRow } from '../../db/queries/outbox.ts';
import { NotFoundError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import { administrator } from '../http/guards.ts';
import type { Services } from '../services.ts';

/** The calls under `/api/publish`: what is queued, live or failed, and trying again. */
export function publishRoutes({ publisher, database }: Services) {
  return new Hono<ApiEnv>()
    .get('/status', administrator, async (c) => c.json(await publisher.status()))
    .post('/retry/:postId', administrator, async (c) => {
      const postId = c.req.param('postId');
      if ((await findOutboxRow(database.read, postId)) === undefined) {
        throw new NotFoundError('Nothing of this post is waiting to be published.');
      }
      const state = await publisher.retry(postId);
      return c.json({ success: state === 'live', state });
    });
}
