import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type * as schema from './schema.ts';

/**
 * A handle that runs queries: `database.read`, or the `tx` of an open transaction. Both engines
 * share this asynchronous type, so always `await` a query. Features that only SQLite's builder has
 * are omitted; `allRows` in `queries/query.ts` runs SQL without a builder.
 */
export type Db = Omit<
  BaseSQLiteDatabase<'async', unknown, typeof schema>,
  'all' | 'get' | 'run' | 'values' | 'transaction'
>;

/** An open database. `read` refuses writes: only `transaction` can write. */
export interface Database {
  read: Db;
  /**
   * Runs `work` in a transaction and returns its result. If `work` throws, the transaction is
   * rolled back and the error is rethrown. Throws a DatabaseUnavailableError if the database can't
   * be reached or the deadline has passed (`deadline.ts`).
   *
   * SQLite: one at a time, so calling this inside `work` never returns. PostgreSQL: concurrently,
   * so a rule that depends on other rows needs a constraint or a lock; after a conflict, `work`
   * runs again, so it must have no other effects.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` with a consistent view of the database, unaffected by other writes. On SQLite, only
   * for a database that nothing else in the process reads.
   */
  atOneInstant<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Creates the table of leases if it's missing, because migrations run under a lease. */
  createLeases(): Promise<void>;
  /**
   * Brings the schema up to date. Throws and changes nothing if a migration fails. Only tests call
   * it directly: `bringUpToDate` (`release.ts`) protects databases that a newer release has
   * migrated.
   */
  migrate(): Promise<void>;
  /** Throws if the database doesn't answer. */
  ping(): Promise<void>;
  /**
   * Changes whenever another connection commits. Absent on a database server, which doesn't report
   * changes.
   */
  dataVersion?(): number;
  /**
   * Moves the write-ahead log into the database file and empties it, because both contain deleted
   * data until then. Does nothing while another connection writes, or on a database server.
   */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns a database whose reads and transactions run in an open transaction, for code that opens
 * its own.
 */
export function joinedTo(tx: Db, database: Database): Database {
  return { ...database, read: tx, transaction: (work) => work(tx) };
}

export interface OpenOptions {
  /** Refuses transactions, and doesn't create the file. */
  readOnly?: boolean;
  /** Maximum number of connections to a server. Defaults to 10. */
  connections?: number;
}
