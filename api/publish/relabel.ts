import type { Database, Db } from '../../db/client.ts';
import { listInCategory } from '../../db/queries/categories.ts';
import { enqueue, findOutboxRow } from '../../db/queries/outbox.ts';
import { listSettings, setSetting, takeSetting } from '../../db/queries/settings.ts';

const PREFIX = 'relabel:';
/** Posts queued at once. A publish that comes in between waits for no more than these. */
export const RELABEL_BATCH = 16;

/** Has all posts of a category published again, because its label changed. */
export async function startRelabel(tx: Db, category: string): Promise<void> {
  await setSetting(tx, `${PREFIX}${category}`, '0');
}

/**
 * Queues the next posts of a category with a new label. Call it when the outbox has nothing due, so
 * that other publishes come first. The position is stored with the rows, so the next start continues.
 *
 * @returns whether there may be more to do
 */
export async function queueRelabeled(database: Database, now: Date): Promise<boolean> {
  const [next] = await listSettings(database.read, PREFIX);
  if (next === undefined) return false;
  await database.transaction(async (tx) => {
    const page = { afterSeq: Number(next.value), limit: RELABEL_BATCH };
    const posts = await listInCategory(tx, next.name, page);
    for (const { id, slug } of posts) {
      // Posts in the outbox get the label anyway, or can't be rendered.
      if (await findOutboxRow(tx, id)) continue;
      await enqueue(tx, { action: 'publish', postId: id, slug }, now);
    }
    const key = `${PREFIX}${next.name}`;
    const last = posts.at(-1);
    if (last) await setSetting(tx, key, String(last.seq));
    else await takeSetting(tx, key);
  });
  return true;
}
