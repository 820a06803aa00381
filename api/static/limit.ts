import { UnavailableError } from '../errors.ts';

/**
 * Lets `atOnce` tasks run and `waiting` more wait for their turn; the next one is refused with an
 * UnavailableError at once, which is better for everybody than a queue that only grows.
 */
export function createLimit(atOnce: number, waiting: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async function limited<T>(task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new UnavailableError('The server is busy. Try again soon.');
      await new Promise<void>((turn) => queue.push(turn));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      // The place goes straight to the next in line.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
