import { availableParallelism } from 'node:os';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import { widerNetworks } from '../http/client-address.ts';

/** One of libuv's four threads stays free: files must be read while passwords are hashed. */
const MAX_RUNNING = Math.min(availableParallelism(), 3);
/** About two seconds of work on two cores; a later call is refused instead of kept waiting. */
const MAX_WAITING = 256;
/** Running and waiting. Nobody changes their password twice at once. */
const MAX_PER_USER = 2;
const RETRY_SECONDS = 2;

/** Who asks for a hash: a signed-in user, or a guest at an address. */
export type QueueOwner = { userId: string } | { address: string };

interface Waiter {
  start(): void;
  refuse(error: Error): void;
}

/** Waiting calls of each owner, first come first; the owner at the front is next. */
const waiting = new Map<string, Waiter[]>();
/** Running and waiting calls of each user. */
const users = new Map<string, number>();
let waitingCount = 0;
let running = 0;

/**
 * Runs `work` (hashing, and what belongs to it) when its turn comes. Hashes are slow on purpose, so only
 * as many run at once as there are cores. Owners take turns: many calls of one of them delay the
 * others by one hash, and give way when the queue is full.
 *
 * @throws {TooManyRequestsError} when a user has two calls in the queue already
 * @throws {UnavailableError} when the queue is full
 */
export async function whenItsTurn<T>(owner: QueueOwner, work: () => Promise<T>): Promise<T> {
  if ('address' in owner) return await queued(`address ${networkOf(owner.address)}`, work);
  const { userId } = owner;
  const places = users.get(userId) ?? 0;
  if (places >= MAX_PER_USER) {
    throw new TooManyRequestsError(
      'Your previous request is still being processed. Please try again.',
      RETRY_SECONDS,
    );
  }
  users.set(userId, places + 1);
  try {
    return await queued(`user ${userId}`, work);
  } finally {
    const left = (users.get(userId) ?? 1) - 1;
    if (left === 0) users.delete(userId);
    else users.set(userId, left);
  }
}

async function queued<T>(key: string, work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running++;
  else await turnOf(key);
  try {
    return await work();
  } finally {
    // The place is handed on, so `running` stays as it is.
    const next = takeNext();
    if (next) next.start();
    else running--;
  }
}

function turnOf(key: string): Promise<void> {
  if (waitingCount >= MAX_WAITING) makeRoomFor(key);
  return new Promise((start, refuse) => {
    const mine = waiting.get(key) ?? [];
    mine.push({ start, refuse });
    waiting.set(key, mine);
    waitingCount++;
  });
}

function takeNext(): Waiter | undefined {
  for (const [key, waiters] of waiting) {
    const next = waiters.shift();
    // To the back: every other owner comes before this one's second call.
    waiting.delete(key);
    if (waiters.length > 0) waiting.set(key, waiters);
    if (next === undefined) continue;
    waitingCount--;
    return next;
  }
  return undefined;
}

/** Refuses the last call of the owner with the most, or throws when that would be no fairer. */
function makeRoomFor(key: string): void {
  let most: Waiter[] = [];
  for (const waiters of waiting.values()) if (waiters.length > most.length) most = waiters;
  const mine = waiting.get(key)?.length ?? 0;
  if (most.length <= mine + 1) throw busy();
  most.pop()?.refuse(busy());
  waitingCount--;
}

function busy(): UnavailableError {
  return new UnavailableError(
    'Too many people are signing in right now. Please try again.',
    RETRY_SECONDS,
  );
}

/** Networks of /64 are free to anybody who has a /48. */
function networkOf(address: string): string {
  return widerNetworks(address)[1] ?? address;
}
