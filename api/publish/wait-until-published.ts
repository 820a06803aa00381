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
