import { type DemoCounts, deleteDemo } from '../../db/queries/demo.ts';
import { enqueue } from '../../db/queries/outbox.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { waitUntilPublished } from '../posts/wait-until-published.ts';
import type { Services } from '../services.ts';

/**
 * Deletes the rest of the demo content in one transaction, and removes the pages of its posts.
 * Edited demo posts stay. Returns the number of deleted posts and users.
 */
export async function removeDemo(services: Services, caller: Caller): Promise<DemoCounts> {
  const deleted = await writeAs(services, caller, { administrator: true }, async (tx) => {
    const demo = await deleteDemo(tx);
    for (const { id, slug } of demo.posts) {
      await enqueue(tx, { action: 'remove', postId: id, slug }, services.now());
    }
    return demo;
  });
  await Promise.all(deleted.posts.map(({ id }) => waitUntilPublished(services, id)));
  return { posts: deleted.posts.length, users: deleted.users };
}
