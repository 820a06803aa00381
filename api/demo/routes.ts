import { Hono } from 'hono';
import { recordAudit } from '../../db/queries/audit.ts';
import { recordChanges, recordComments } from '../../db/queries/changes.ts';
import { countDemo, type DemoCounts, deleteDemo } from '../../db/queries/demo.ts';
import { type Caller, writeAs } from '../access/write.ts';
import type { ApiEnv } from '../http/context.ts';
import { may } from '../http/guards.ts';
import { waitUntilPublished, waitUntilRemoved } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';

/** `/api/demo`: the status of the sample content, and deleting it. */
export function demoRoutes(services: Services) {
  return new Hono<ApiEnv>()
    .get('/status', may('site.operate'), async (c) =>
      c.json(await countDemo(services.database.read)),
    )
    .post('/remove', may('site.operate'), async (c) => {
      const removed = await removeDemo(services, c.var);
      const message = 'The demo content has been removed.';
      return c.json({ success: true, message, removed });
    });
}

/**
 * Deletes the remaining demo content in one transaction, and removes the pages of its posts. Edited
 * demo posts stay. Returns the number of deleted posts and users.
 */
async function removeDemo(services: Services, caller: Caller): Promise<DemoCounts> {
  const deleted = await writeAs(services, caller, { verb: 'site.operate' }, async (tx) => {
    const demo = await deleteDemo(tx, services.now());
    const removals = demo.posts.map(({ id, slug }) => ({
      action: 'remove' as const,
      postId: id,
      slug,
    }));
    const made = { actor: caller.user.id, address: caller.client.address, at: services.now() };
    const entries = [
      ...demo.posts.map(({ id }) => ({ ...made, action: 'post.delete' as const, subject: id })),
      ...demo.users.map(({ id }) => ({ ...made, action: 'user.delete' as const, subject: id })),
    ];
    await recordAudit(tx, entries);
    await recordChanges(tx, removals, services.now());
    await recordComments(tx, demo.commented, services.now(), { isRemoval: true });
    return demo;
  });
  await Promise.all([
    waitUntilRemoved(services, deleted.commented),
    ...deleted.posts.map(({ id }) => waitUntilPublished(services, id)),
  ]);
  return { posts: deleted.posts.length, users: deleted.users.length };
}
