import { Hono } from 'hono';
import { findOutboxRow, makeDue } from '../../db/queries/outbox.ts';
import { writeAs } from '../auth/write.ts';
import { NotFoundError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import { administrator } from '../http/guards.ts';
import type { Services } from '../services.ts';

/** Routes under `/api/publish`: the status of publishing, and retries. */
export function publishRoutes(services: Services) {
  const { publisher, now } = services;
  return new Hono<ApiEnv>()
    .get('/status', administrator, async (c) => c.json(await publisher.status()))
    .post('/retry/:postId', administrator, async (c) => {
      const postId = c.req.param('postId');
      await writeAs(services, c.var, { administrator: true }, async (tx) => {
        if ((await findOutboxRow(tx, postId)) === undefined) {
          throw new NotFoundError('Nothing of this post is waiting to be published.');
        }
        await makeDue(tx, postId, now());
      });
      const state = await publisher.flush(postId);
      return c.json({ success: state === 'live', state });
    });
}
