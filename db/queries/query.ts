import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, desc, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable, SQLiteView } from 'drizzle-orm/sqlite-core';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';

/** Part of a list: `limit` rows, starting with number `startIndex` (from 0). */
export interface Page {
  startIndex: number;
  limit: number;
}

/** Part of a list in an order chosen by the caller. */
export interface SortedPage<Key extends string> extends Page {
  sortBy?: Key | undefined;
  /** Defaults to `desc`. */
  sort?: 'asc' | 'desc' | undefined;
}

export function directionOf(sort: 'asc' | 'desc' | undefined): typeof asc | typeof desc {
  return sort === 'asc' ? asc : desc;
}

/** Rows to read or write at a time: tables don't fit into memory. */
export const BATCH_SIZE = 200;

/** Yields a list in parts for statements, which take a limited number of values. */
export function* partsOf<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += BATCH_SIZE) {
    yield list.slice(from, from + BATCH_SIZE);
  }
}

/**
 * Yields all rows of a table, with a turn of the event loop between batches. `next` returns the
 * batch after row number `seq`; an empty one is the end.
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

/** A table or view with row numbers. */
type Numbered = (SQLiteTable | SQLiteView) & {
  seq: SQLiteColumn;
  $inferSelect: { seq: number };
};

/** Yields the rows in order of insertion. */
export function eachRow<T extends Numbered>(
  db: Db,
  source: T,
  { where, atOnce = BATCH_SIZE }: { where?: SQL; atOnce?: number } = {},
): AsyncGenerator<T['$inferSelect']> {
  return inBatches((last) => {
    // Drizzle doesn't infer the rows of a generic table.
    const rows: PromiseLike<unknown[]> = db
      .select()
      .from(source)
      .where(and(where, gt(source.seq, last)))
      .orderBy(asc(source.seq))
      .limit(atOnce);
    return rows as PromiseLike<T['$inferSelect'][]>;
  });
}

/** A query to run many times. */
interface Prepared<Row> {
  execute(values?: Record<string, unknown>): PromiseLike<Row[]>;
}

/**
 * Memoizes a query per handle: building one takes longer than running it. Returns its rows. SQLite
 * prepares the statement; PostgreSQL parses it each time, because a transaction pooler may run it
 * on different connections.
 */
export function prepared<Row>(build: (db: Db) => { prepare(): Prepared<Row> }) {
  const statements = new WeakMap<Db, Prepared<Row>>();
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    const statement = statements.get(db) ?? build(db).prepare();
    statements.set(db, statement);
    return await statement.execute(values);
  };
}

/**
 * A text parameter that doesn't make SQLite prepare a statement again on each run, for queries that
 * run often. With a join, a subquery or a sort, SQLite's plan depends on the value of a plain
 * parameter, and better-sqlite3 clears the values after each run, which invalidates the plan.
 * Preparing takes up to ten times as long as running. No plan depends on the value of a cast.
 * https://www.sqlite.org/c3ref/prepare.html
 */
export function textPlaceholder(name: string): SQL {
  return sql`cast(${sql.placeholder(name)} as text)`;
}

/** The same for a number. Limits need it, too. */
export function numberPlaceholder(name: string): SQL {
  return sql`cast(${sql.placeholder(name)} as bigint)`;
}

/** Runs a query that may read a lot, here or on another thread. */
export type RunQuery = <Row>(
  query: PromiseLike<Row[]> & { toSQL(): { sql: string; params: unknown[] } },
) => Promise<Row[]>;

/** Runs SQL without a builder, and returns the rows in the engine's form. */
export async function allRows<Row>(db: Db, query: SQL): Promise<Row[]> {
  type Raw = Record<'all' | 'execute', (query: SQL) => PromiseLike<Row[]>>;
  return await (db as Db & Raw)[engine === 'sqlite' ? 'all' : 'execute'](query);
}

/** Runs SQL that has no result. */
export async function runSql(db: Db, statement: SQL): Promise<void> {
  if (engine === 'postgres') await allRows(db, statement);
  else await (db as Db & { run(statement: SQL): PromiseLike<unknown> }).run(statement);
}

/**
 * Locks the rows of a query until the end of the transaction: other transactions that lock or
 * change them wait. SQLite has only one writer anyway. Rows that refer to these can be inserted.
 */
export function forUpdate<Q>(query: Q): Q {
  if (engine === 'sqlite') return query;
  return (query as { for(strength: 'no key update'): Q }).for('no key update');
}

/**
 * Keeps the rows of a query from being deleted until the end of the transaction. Several
 * transactions can do this at once.
 */
export function forReference<Q>(query: Q): Q {
  if (engine === 'sqlite') return query;
  return (query as { for(strength: 'key share'): Q }).for('key share');
}

/**
 * Keeps the rows of a query from being changed or deleted until the end of the transaction. Several
 * transactions can do this at once.
 */
export function forShare<Q>(query: Q): Q {
  if (engine === 'sqlite') return query;
  return (query as { for(strength: 'share'): Q }).for('share');
}

/**
 * Locks rows without reading them, in this order. The statement is sent at once, so statements
 * after it in a `Promise.all` wait for the lock, and see what its last holder has written.
 */
export async function lockRows(
  tx: Db,
  table: SQLiteTable,
  where: SQL | undefined,
  ...order: SQL[]
): Promise<void> {
  if (engine === 'sqlite') return;
  const query = tx.select({ one: sql`1` }).from(table).where(where);
  await forUpdate(query.orderBy(...order)).execute();
}

/** Whether a text contains `part`. */
export function contains(text: SQLWrapper, part: string): SQL {
  return engine === 'postgres'
    ? sql`strpos(${text}, ${part}) > 0`
    : sql`instr(${text}, ${part}) > 0`;
}

/**
 * A column that the planner shouldn't look up in an index, so that it stays on the index in list
 * order. PostgreSQL's planner knows better, and has no such operator for texts.
 */
export function withoutIndex(column: SQLWrapper): SQL {
  return engine === 'postgres' ? sql`${column}` : sql`+${column}`;
}
