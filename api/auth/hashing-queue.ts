import { availableParallelism } from 'node:os';
import { UnavailableError } from '../errors.ts';

/** One of libuv's four threads stays free: files must be read while passwords are hashed. */
const AT_ONCE = Math.min(availableParallelism(), 3);
/** About two seconds of work on two cores; who comes later is better told so than kept waiting. */
const LONGEST_QUEUE = 256;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Runs `work` (hashing, and what belongs to it) when its turn comes; hashes are made to be slow, so only
 * as many run at once as there are cores. Throws an UnavailableError when the queue is full.
 */
export async function whenItsTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else {
    if (waiting.length >= LONGEST_QUEUE) {
      throw new UnavailableError('Too many people are signing in right now. Please try again.', 2);
    }
    // Whoever ends hands its place on, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
