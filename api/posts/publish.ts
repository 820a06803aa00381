import type { Services } from '../services.ts';

/**
 * Waits until a change that has been committed is on the site. A failure is no failure of the call: the
 * change is saved, the publisher tries again, and meanwhile the page is rendered on the spot.
 */
export async function publish(
  { publisher, log }: Pick<Services, 'publisher' | 'log'>,
  postId: string,
): Promise<void> {
  try {
    const state = await publisher.flush(postId);
    if (state === 'failed') log.warn({ postId }, 'the page of a post could not be rendered');
  } catch (error) {
    log.error({ postId, err: error }, 'the publisher did not work on a post');
  }
}
