import { enqueue } from '../../db/queries/outbox.ts';
import { deletePost } from '../../db/queries/posts.ts';
import { type Caller, writeAs } from '../auth/write.ts';
import { NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { waitUntilPublished } from './wait-until-published.ts';

/** Deletes a post with its comments and removes its page. Throws a NotFoundError. */
export async function removePost(
  services: Services,
  caller: Caller,
  postId: string,
): Promise<void> {
  await writeAs(services, caller, { administrator: true }, async (tx) => {
    const post = await deletePost(tx, postId);
    if (post === undefined) throw new NotFoundError('There is no such post.');
    await enqueue(tx, { action: 'remove', postId, slug: post.slug }, services.now());
  });
  await waitUntilPublished(services, postId);
}
