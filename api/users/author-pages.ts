import type { Db } from '../../db/client.ts';
import { recordChanges } from '../../db/queries/changes.ts';
import { listSlugsOf } from '../../db/queries/slugs.ts';

/**
 * Has the posts of a user rendered again, and with them the pages of authors: what they show of the
 * user has changed. Call it last in the transaction.
 */
export async function refreshAuthorPages(tx: Db, userId: string, now: Date): Promise<void> {
  const posts = await listSlugsOf(tx, userId);
  const changes = posts.map(({ id, slug }) => ({ action: 'publish', postId: id, slug }) as const);
  await recordChanges(tx, changes, now, { isBulk: true });
}
