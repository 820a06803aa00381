import type { Db } from '../../db/client.ts';
import { recordChanges, recordComments } from '../../db/queries/changes.ts';
import { listCommentedPosts } from '../../db/queries/comments.ts';
import { listSlugsOf } from '../../db/queries/slugs.ts';

/**
 * Queues the user's posts, the author pages and the posts with the user's comments for rendering,
 * after a change of the user that they show. Call it last in the transaction.
 */
export async function refreshAuthorPages(tx: Db, userId: string, now: Date): Promise<void> {
  const posts = await listSlugsOf(tx, userId);
  const commented = await listCommentedPosts(tx, userId);
  const changes = posts.map(({ id, slug }) => ({ action: 'publish', postId: id, slug }) as const);
  await recordChanges(tx, changes, now, { isBulk: true });
  await recordComments(tx, commented, now);
}
