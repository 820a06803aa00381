import { setTimeout as wait } from 'node:timers/promises';
import { withDatabaseBudget, withoutDatabaseDeadline } from '../db/deadline.ts';

/** Between two transactions: others write in between. */
const PAUSE_MS = 5;

/**
 * Runs a transaction that does a part of much work, until it returns something other than null. Nobody
 * waits for the whole work. Each transaction has the database time of a call.
 */
export async function inSlices<T>(slice: () => Promise<T | null>): Promise<T> {
  const run = () => withoutDatabaseDeadline(() => withDatabaseBudget(slice));
  for (;;) {
    const done = await run();
    if (done !== null) return done;
    await wait(PAUSE_MS);
  }
}
