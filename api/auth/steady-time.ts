import { setTimeout as wait } from 'node:timers/promises';
import type { ApiContext } from '../http/context.ts';

/** Longer than the work takes, unless the server is very busy. */
const STEP_MS = 250;

/**
 * Runs `work`, and answers after a whole number of steps. Otherwise a difference of a few
 * milliseconds would reveal whether an account exists. Other calls run in the meantime.
 */
export async function inSteadyTime<T>(c: ApiContext, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    c.env?.permit?.release();
    const elapsed = performance.now() - startedAt;
    await wait(Math.ceil(elapsed / STEP_MS) * STEP_MS - elapsed);
  }
}
