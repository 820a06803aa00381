import { availableParallelism } from 'node:os';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { widerNetworks } from '../network.ts';

/** Running and waiting calls. A user needs no more than one at a time. */
const MAX_PER_USER = 2;
const RETRY_SECONDS = 2;

/** Strangers, however many, never stand before users and browsers that are known. */
const KNOWN = 0;
const STRANGERS = 1;

const queue = createFairQueue({
  // One of libuv's four threads stays free: files must be read while passwords are hashed.
  concurrency: Math.min(availableParallelism(), 3),
  lanes: 2,
  // About two seconds of work on two cores. A later call is refused instead of kept waiting.
  maxWaiting: 256,
  full: () =>
    new UnavailableError(
      'Too many people are signing in right now. Please try again.',
      RETRY_SECONDS,
    ),
});

/** Running and waiting calls of each user, or of each account that known browsers sign in to. */
const places = new Map<string, number>();

/**
 * Runs `work` (hashing, and what belongs to it) for a guest when their turn comes. Hashes are slow on
 * purpose, so only as many run at once as there are cores.
 *
 * @param account the email of the account, if this browser is known to it
 * @throws {UnavailableError} when too many wait
 */
export async function hashForGuest<T>(
  { address, account }: { address: string; account?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  // By account, not by browser: one account can be known to many, and they would fill the lane.
  const key = account === undefined ? undefined : `account ${account}`;
  if (key !== undefined && hasPlace(key)) return await withPlace(key, work);
  // The owner of a /48 network has all the /64 networks in it.
  const network = widerNetworks(address)[1] ?? address;
  return await queue(network, work, STRANGERS);
}

/**
 * The same for a signed-in user.
 *
 * @throws {TooManyRequestsError} when two calls of this user are running or waiting
 * @throws {UnavailableError} when too many wait
 */
export async function hashForUser<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const key = `user ${userId}`;
  if (!hasPlace(key)) {
    throw new TooManyRequestsError(
      'Your previous request is still running. Please try again in a moment.',
      RETRY_SECONDS,
    );
  }
  return await withPlace(key, work);
}

function hasPlace(key: string): boolean {
  return (places.get(key) ?? 0) < MAX_PER_USER;
}

async function withPlace<T>(key: string, work: () => Promise<T>): Promise<T> {
  places.set(key, (places.get(key) ?? 0) + 1);
  try {
    return await queue(key, work, KNOWN);
  } finally {
    const left = (places.get(key) ?? 1) - 1;
    if (left === 0) places.delete(key);
    else places.set(key, left);
  }
}
