import type { Services } from '../services.ts';

/**
 * Waits until a committed change is on the site, and returns whether it is. Never throws: the
 * change is saved, the publisher retries, and until then the page is rendered on request.
 */
export async function waitUntilPublished(
  { publisher, log }: Pick<Services, 'publisher' | 'log'>,
  postId: string,
): Promise<boolean> {
  try {
    const state = await publisher.flush(postId);
    if (state !== 'live') log.warn({ postId, state }, 'a change is saved, but not live yet');
    return state === 'live';
  } catch (err) {
    log.error({ postId, err }, 'the publisher failed to process a post');
    return false;
  }
}

/**
 * The same for removed comments: waits until no page shows them. Call it with their posts after
 * `recordComments`.
 */
export async function waitUntilRemoved(
  { publisher, log }: Pick<Services, 'publisher' | 'log'>,
  postIds: readonly string[],
): Promise<boolean> {
  if (postIds.length === 0) return true;
  try {
    const state = await publisher.flushRemovals(postIds);
    if (state !== 'live') log.warn({ posts: postIds.length, state }, 'removed comments are live');
    return state === 'live';
  } catch (err) {
    log.error({ posts: postIds.length, err }, 'the publisher failed to remove comments');
    return false;
  }
}
