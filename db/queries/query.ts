import { setImmediate as nextTurn } from 'node:timers/promises';
import { asc, desc } from 'drizzle-orm';
import type { Db } from '../client.ts';

/** Part of a list: `limit` rows, starting with number `startIndex` (from 0). */
export interface Page {
  startIndex: number;
  limit: number;
}

/** Part of a list in an order that the caller chooses. */
export interface SortedPage<Key extends string> extends Page {
  sortBy?: Key | undefined;
  /** `desc` by default. */
  sort?: 'asc' | 'desc' | undefined;
}

export function directionOf(sort: 'asc' | 'desc' | undefined): typeof asc | typeof desc {
  return sort === 'asc' ? asc : desc;
}

/** Rows to read or write at a time: tables don't fit into memory. */
export const BATCH_SIZE = 200;

/**
 * Yields all rows of a table, and lets the event loop run between batches. `next`: returns the
 * batch after the row numbered `seq`; an empty one is the end.
 */
export async function* inBatches<T extends { seq: number }>(
  next: (seq: number) => PromiseLike<T[]>,
): AsyncGenerator<T> {
  for (let last: T | undefined; ; ) {
    const rows = await next(last?.seq ?? 0);
    yield* rows;
    last = rows.at(-1);
    if (last === undefined) return;
    await nextTurn();
  }
}

/** Memoizes a prepared statement per handle: building a query takes longer than running it. */
export function prepared<S>(build: (db: Db) => S): (db: Db) => S {
  const statements = new WeakMap<Db, S>();
  return (db) => {
    const statement = statements.get(db) ?? build(db);
    statements.set(db, statement);
    return statement;
  };
}
