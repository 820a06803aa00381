import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { makeInChild, type PictureTask } from './make-in-child.ts';
import type { MadePicture } from './picture.ts';

const RETRY_SECONDS = 10;

/** Decoding takes a core and up to 300 MB (700 MB for the largest AVIF picture of a post). */
const queue = createFairQueue({
  concurrency: 2,
  maxWaiting: 100,
  full: () =>
    new UnavailableError(
      'Too many pictures are being processed. Please try again soon.',
      RETRY_SECONDS,
    ),
  maxWaitingPerKey: 4,
  tooMany: () =>
    new TooManyRequestsError(
      'You have too many uploads in progress. Please wait for them to finish.',
      RETRY_SECONDS,
    ),
});

/**
 * Decodes the file at `path` and makes its variants, when it's the user's turn. All pictures go through
 * here, wherever they come from.
 *
 * @param onStart called when the turn has come
 * @throws {UnavailableError} when too many pictures wait
 * @throws {TooManyRequestsError} when too many pictures of this user wait
 * @throws {ApiError} as `makePicture` does
 */
export async function decodePicture(
  userId: string,
  task: PictureTask & { path: string },
  onStart?: () => void,
): Promise<MadePicture> {
  return await queue(userId, () => {
    onStart?.();
    return makeInChild(task);
  });
}
