import { Hono } from 'hono';
import { recordChanges } from '../../db/queries/changes.ts';
import { countDemo, type DemoCounts, deleteDemo } from '../../db/queries/demo.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import type { ApiEnv } from '../http/context.ts';
import { administrator } from '../http/guards.ts';
import { waitUntilPublished } from '../posts/write.ts';
import type { Services } from '../services.ts';

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

/**
 * Deletes the rest of the demo content in one transaction, and removes the pages of its posts.
 * Edited demo posts stay. Returns the number of deleted posts and users.
 */
async function removeDemo(services: Services, caller: Caller): Promise<DemoCounts> {
  const deleted = await writeAs(services, caller, { administrator: true }, async (tx) => {
    const demo = await deleteDemo(tx);
    const removals = demo.posts.map(({ id, slug }) => ({
      action: 'remove' as const,
      postId: id,
      slug,
    }));
    await recordChanges(tx, removals, services.now());
    return demo;
  });
  await Promise.all(deleted.posts.map(({ id }) => waitUntilPublished(services, id)));
  return { posts: deleted.posts.length, users: deleted.users };
}
