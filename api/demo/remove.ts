import { type DemoCounts, deleteDemo } from '../../db/queries/demo.ts';
import { enqueue } from '../../db/queries/outbox.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { publish } from '../posts/publish.ts';
import type { Services } from '../services.ts';

/**
 * Removes what is left of the demo content, in one transaction, and takes the pages of its posts away.
 * Demo posts that somebody has edited stay. Gives how much was removed.
 */
export async function removeDemo(services: Services, caller: Caller): Promise<DemoCounts> {
  const gone = await writeAs(services, caller, { administrator: true }, async (tx) => {
    const deleted = await deleteDemo(tx);
    for (const { id, slug } of deleted.posts) {
      await enqueue(tx, { action: 'remove', postId: id, slug }, services.now());
    }
    return deleted;
  });
  await Promise.all(gone.posts.map(({ id }) => publish(services, id)));
  return { posts: gone.posts.length, users: gone.users };
}
