import type { Services } from '../services.ts';
import type { PublishOutcome } from './types.ts';
import { withinLimit } from './waiters.ts';

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
 * The same for removed comments: waits until no page shows them, also in the bucket that this node
 * copies the site to. Call it with their posts after `recordComments`.
 */
export async function waitUntilRemoved(
  services: Pick<Services, 'publisher' | 'siteTarget' | 'log'>,
  postIds: readonly string[],
): Promise<boolean> {
  if (postIds.length === 0) return true;
  const { log } = services;
  try {
    const state = await withinLimit(removed(services, postIds));
    if (state !== 'live')
      log.warn(
        { posts: postIds.length, state },
        'comments were removed, but pages may still show them',
      );
    return state === 'live';
  } catch (err) {
    log.error({ posts: postIds.length, err }, 'the publisher failed to remove comments');
    return false;
  }
}

async function removed(
  { publisher, siteTarget }: Pick<Services, 'publisher' | 'siteTarget'>,
  postIds: readonly string[],
): Promise<PublishOutcome> {
  const state = await publisher.flushRemovals(postIds);
  const isCopied = (await siteTarget?.copied()) ?? true;
  return isCopied ? state : 'failed';
}
