import { availableParallelism } from 'node:os';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import { createFairQueue } from '../fair-queue.ts';
import { widerNetworks } from '../network.ts';

/** Running and waiting calls. A user needs only one at a time. */
const MAX_PER_USER = 2;

/** Lanes take turns, so strangers can't crowd out signed-in users and known browsers. */
const KNOWN = 0;
const STRANGERS = 1;

const queue = createFairQueue({
  // Leaves one of libuv's four threads for reading files.
  concurrency: Math.min(availableParallelism(), 3),
  lanes: 2,
  // About two seconds of work on two cores. Later calls are refused.
  maxWaiting: 256,
  full: () =>
    new UnavailableError('Too many people are signing in right now. Please try again.', 2),
});

/** Running and waiting calls per user, and per account with known browsers. */
const calls = new Map<string, number>();

/**
 * Runs `work`, which hashes a password, when a guest has its turn. Hashing is slow by design, so
 * concurrent calls are limited to the number of cores. `account` is the account's email, if this
 * browser is known to it. Throws an UnavailableError if too many calls are waiting.
 */
export async function hashForGuest<T>(
  { address, account }: { address: string; account?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  // Per account, not per browser: an account can know many browsers, which would fill the lane.
  const key = account === undefined ? undefined : `account ${account}`;
  if (key !== undefined && hasCapacity(key)) return await runKnown(key, work);
  // The owner of a /48 network owns every /64 network in it.
  const network = widerNetworks(address)[1] ?? address;
  return await queue(network, work, STRANGERS);
}

/**
 * Runs `work`, which hashes a password, when a signed-in user has their turn. Throws
 * TooManyRequestsError or UnavailableError.
 */
export async function hashForUser<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const key = `user ${userId}`;
  if (!hasCapacity(key)) {
    throw new TooManyRequestsError(
      'Your previous request is still running. Please try again in a moment.',
      2,
    );
  }
  return await runKnown(key, work);
}

function hasCapacity(key: string): boolean {
  return (calls.get(key) ?? 0) < MAX_PER_USER;
}

async function runKnown<T>(key: string, work: () => Promise<T>): Promise<T> {
  calls.set(key, (calls.get(key) ?? 0) + 1);
  try {
    return await queue(key, work, KNOWN);
  } finally {
    const left = (calls.get(key) ?? 1) - 1;
    if (left === 0) calls.delete(key);
    else calls.set(key, left);
  }
}
