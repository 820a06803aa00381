import type { Services } from '../services.ts';

/**
 * Waits until a committed change is on the site. Never throws: the change is saved, the publisher
 * retries, and until then the page is rendered on request.
 */
export async function waitUntilPublished(
  { publisher, log }: Pick<Services, 'publisher' | 'log'>,
  postId: string,
): Promise<void> {
  try {
    const state = await publisher.flush(postId);
    if (state === 'failed') log.warn({ postId }, 'the page of a post could not be rendered');
  } catch (err) {
    log.error({ postId, err }, 'the publisher failed to process a post');
  }
}
