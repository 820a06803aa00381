import { Hono } from 'hono';
import { writeAs } from '../access/write.ts';
import { NotFoundError } from '../errors.ts';
import type { ApiEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import type { Services } from '../services.ts';

/** `/api/publish`: the status of publishing, and retries. */
export function publishRoutes(services: Services) {
  const { publisher, siteTarget } = services;
  return new Hono<ApiEnv>()
    .get('/status', may('site.operate'), async (c) =>
      c.json({ ...(await publisher.status()), siteTarget: siteTarget?.status() ?? null }),
    )
    .post('/retry/:postId', may('site.operate'), async (c) => {
      const postId = c.req.param('postId');
      // The session may have ended since the guard ran.
      await writeAs(services, c.var, { verb: 'site.operate' }, async (tx) =>
        publisher.recordRetry?.(tx, postId),
      );
      const state = await publisher.retry(postId);
      if (state === undefined) {
        throw new NotFoundError('There are no pending or failed changes to publish.');
      }
      return c.json({ success: state === 'live', state });
    });
}
