import { TooManyRequestsError, UnavailableError } from '../errors.ts';

export interface QueueLimits {
  /** Tasks that run at once. */
  concurrency: number;
  maxWaitingPerUser: number;
  maxWaiting: number;
}

/** When a refused caller may try again. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Runs a user's task when it's their turn, and returns what it returns.
 *
 * @throws {TooManyRequestsError} when the user has too many tasks waiting
 * @throws {UnavailableError} when all users together do
 */
export type FairQueue = <T>(userId: string, task: () => Promise<T>) => Promise<T>;

/**
 * A queue in which users take turns: a free place goes to the user with the fewest tasks running, and
 * among those to the one who has waited longest. However many tasks a user adds, the next user waits
 * for one of them to end, not for all.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  const running = new Map<string, number>();
  /** Users in the order of their turns. Each has at least one task waiting. */
  const waiting = new Map<string, (() => void)[]>();
  let free = limits.concurrency;
  let total = 0;

  function start(userId: string): void {
    running.set(userId, (running.get(userId) ?? 0) + 1);
  }

  function end(userId: string): void {
    const left = (running.get(userId) ?? 1) - 1;
    if (left === 0) running.delete(userId);
    else running.set(userId, left);
    moveToEnd(userId);
    const next = takeNext();
    if (next === undefined) free += 1;
    else next();
  }

  /** A user who has just had a turn comes after all others. */
  function moveToEnd(userId: string): void {
    const tasks = waiting.get(userId);
    if (tasks === undefined) return;
    waiting.delete(userId);
    if (tasks.length > 0) waiting.set(userId, tasks);
  }

  function takeNext(): (() => void) | undefined {
    let next: { userId: string; tasks: (() => void)[]; load: number } | undefined;
    for (const [userId, tasks] of waiting) {
      const load = running.get(userId) ?? 0;
      if (next === undefined || load < next.load) next = { userId, tasks, load };
    }
    if (next === undefined) return undefined;
    const { userId, tasks } = next;
    const task = tasks.shift();
    moveToEnd(userId);
    total -= 1;
    start(userId);
    return task;
  }

  async function turnOf(userId: string): Promise<void> {
    if (free > 0) {
      free -= 1;
      start(userId);
      return;
    }
    const tasks = waiting.get(userId) ?? [];
    if (tasks.length >= limits.maxWaitingPerUser) {
      const message = 'Too many of your pictures are waiting. Please wait for the others.';
      throw new TooManyRequestsError(message, RETRY_AFTER_SECONDS);
    }
    if (total >= limits.maxWaiting) {
      throw new UnavailableError(
        'Too many pictures are waiting. Try again soon.',
        RETRY_AFTER_SECONDS,
      );
    }
    waiting.set(userId, tasks);
    total += 1;
    await new Promise<void>((turn) => tasks.push(turn));
  }

  return async (userId, task) => {
    await turnOf(userId);
    try {
      return await task();
    } finally {
      end(userId);
    }
  };
}
