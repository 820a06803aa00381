import { setTimeout as wait } from 'node:timers/promises';
import { withDatabaseBudget, withoutDatabaseDeadline } from '../db/deadline.ts';

/** Pause between two transactions, so that other writes get a turn. */
const PAUSE_MS = 5;

/**
 * Repeats a transaction that does part of a large job until it returns something other than `null`,
 * so other writes never wait for all of it. Each transaction gets the database time limit of a
 * whole call.
 */
export async function inSlices<T>(slice: () => Promise<T | null>): Promise<T> {
  const run = () => withoutDatabaseDeadline(() => withDatabaseBudget(slice));
  for (;;) {
    const done = await run();
    if (done !== null) return done;
    await wait(PAUSE_MS);
  }
}
