import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError } from './errors.ts';

/** Database time of a call, waiting for a connection or for SQLite's writer included. */
const CALL_BUDGET_MS = 3_000;
/** Outside of calls (publishing, housekeeping, commands), for each statement and each wait. */
const STATEMENT_MS = 15_000;
export const UNLIMITED_MS = 2 ** 31 - 1;

/** Time that is used up while at least one use of the database is running. */
class Budget {
  /** The call has ended. Work that it left running has the limits of background work. */
  isOver = false;
  #leftMs: number;
  #running = 0;
  #since = 0;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  get leftMs(): number {
    const runningMs = this.#running > 0 ? performance.now() - this.#since : 0;
    return Math.max(0, this.#leftMs - runningMs);
  }

  begin(): void {
    if (this.#running++ === 0) this.#since = performance.now();
  }

  end(): void {
    if (--this.#running === 0) this.#leftMs -= performance.now() - this.#since;
  }
}

const budgets = new AsyncLocalStorage<Budget | 'unlimited'>();

/**
 * Runs `work` with a budget of database time: 3 seconds by default, or what is left of the budget
 * around it. When it's used up, queries and transactions end with a DatabaseUnavailableError.
 */
export function withDatabaseBudget<T>(work: () => Promise<T>, ms = CALL_BUDGET_MS): Promise<T> {
  const outer = budgets.getStore();
  const leftMs = outer instanceof Budget && !outer.isOver ? outer.leftMs : UNLIMITED_MS;
  const budget = new Budget(Math.min(ms, leftMs));
  return budgets.run(budget, work).finally(() => {
    budget.isOver = true;
  });
}

/** Runs `work` without a limit: for migrations and imports. */
export function withoutDatabaseDeadline<T>(work: () => Promise<T>): Promise<T> {
  return budgets.run('unlimited', work);
}

/** Creates the error of a use of the database that took too long. */
export function deadlineError(options?: ErrorOptions): DatabaseUnavailableError {
  return new DatabaseUnavailableError('The database did not answer in time', options);
}

/**
 * Runs one use of the database, and counts its time. `use` gets the milliseconds that it may take,
 * and must end by itself. Throws when none are left.
 */
export async function withinDeadline<T>(use: (timeoutMs: number) => Promise<T>): Promise<T> {
  const budget = budgets.getStore();
  const timeoutMs = deadlineMs();
  if (timeoutMs === 0) throw deadlineError();
  if (!(budget instanceof Budget) || budget.isOver) return use(timeoutMs);
  budget.begin();
  try {
    return await use(timeoutMs);
  } finally {
    budget.end();
  }
}

/** Returns the milliseconds that a use of the database may take now. */
export function deadlineMs(): number {
  const budget = budgets.getStore();
  if (budget === 'unlimited') return UNLIMITED_MS;
  if (budget === undefined || budget.isOver) return STATEMENT_MS;
  return Math.ceil(budget.leftMs);
}

/**
 * Waits for `value` at most `timeoutMs`. Throws a DatabaseUnavailableError when that's over; `late`
 * gets the value that arrives afterwards.
 */
export async function arrivesWithin<T>(
  value: Promise<T>,
  timeoutMs: number,
  late?: (value: T) => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      value.then(late, () => undefined);
      reject(deadlineError());
    }, timeoutMs);
  });
  try {
    return await Promise.race([value, over]);
  } finally {
    clearTimeout(timer);
  }
}
