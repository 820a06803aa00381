import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError } from './errors.ts';

/** Database time of a call, including waits for a connection or for SQLite's writer. */
const CALL_BUDGET_MS = 3_000;
/** For each statement and each wait outside of calls (publishing, housekeeping, commands). */
const STATEMENT_MS = 15_000;
export const UNLIMITED_MS = 2 ** 31 - 1;

/** Time that is used up while at least one database operation is running. */
class Budget {
  /** The call has ended. Any work still running has the limits of background work. */
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
 * Runs `work` with a budget of database time: 3 seconds by default, or the rest of the surrounding
 * budget. When it's used up, queries and transactions end with a DatabaseUnavailableError.
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

/** Creates the error for a database operation that took too long. */
export function deadlineError(options?: ErrorOptions): DatabaseUnavailableError {
  return new DatabaseUnavailableError('The database did not answer in time', options);
}

/**
 * Runs one database operation, and counts its time. `use` gets the milliseconds that it may take,
 * and must end in time. Throws if none are left.
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

/** Returns the milliseconds that a database operation may take now. */
export function deadlineMs(): number {
  const budget = budgets.getStore();
  if (budget === 'unlimited') return UNLIMITED_MS;
  if (budget === undefined || budget.isOver) return STATEMENT_MS;
  return Math.ceil(budget.leftMs);
}

/**
 * Waits for `value` at most `timeoutMs`. After that, throws a DatabaseUnavailableError; `late` gets
 * a value that arrives later.
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
