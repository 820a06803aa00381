import { availableParallelism } from 'node:os';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { widerNetworks } from '../http/client-address.ts';

/** Running and waiting. Nobody changes their password twice at once. */
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

/** Running and waiting calls of each user. */
const places = new Map<string, number>();

/**
 * Runs `work` (hashing, and what belongs to it) for a guest when their turn comes. Hashes are slow on
 * purpose, so only as many run at once as there are cores.
 *
 * @param browser a browser known to the account that is asked for, if it is
 * @throws {UnavailableError} when too many wait
 */
export async function hashForGuest<T>(
  { address, browser }: { address: string; browser?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (browser !== undefined) return await queue(`browser ${browser}`, work, KNOWN);
  // Who has a network of /48 has all the /64 in it.
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
  const taken = places.get(userId) ?? 0;
  if (taken >= MAX_PER_USER) {
    throw new TooManyRequestsError(
      'Your previous request is still being processed. Please try again.',
      RETRY_SECONDS,
    );
  }
  places.set(userId, taken + 1);
  try {
    return await queue(`user ${userId}`, work, KNOWN);
  } finally {
    const left = (places.get(userId) ?? 1) - 1;
    if (left === 0) places.delete(userId);
    else places.set(userId, left);
  }
}
