import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type SQLite from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type { Database, Db, OpenOptions } from './database.ts';
import { arrivesWithin, deadlineError, withinDeadline } from './deadline.ts';
import { LEASES_TABLE } from './leases-table.ts';
import * as schema from './schema.ts';
import { BUSY_TIMEOUT_MS, connect } from './sqlite-file.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations/sqlite', import.meta.url));
const BUSY_RETRY_MS = 20;

/** Opens a database file. `readOnly` doesn't create it. Throws SQLite's error. */
export function openSqlite(path: string, { readOnly = false }: OpenOptions): Database {
  return readOnly ? openForReading(path) : openForWriting(path);
}

function openForReading(path: string): Database {
  const reader = connectReader(path, true);
  const read = asDb(drizzle(reader, { schema }));
  const refuse = () => Promise.reject(new Error('This database was opened for reading only'));
  return {
    read,
    transaction: refuse,
    atOneInstant: snapshotsOn(reader, read),
    createLeases: refuse,
    migrate: refuse,
    checkpoint: refuse,
    ping: async () => void reader.prepare('select 1').get(),
    dataVersion: dataVersionOf(reader),
    close: async () => void reader.close(),
  };
}

function openForWriting(path: string): Database {
  // The writer comes first: it creates the file.
  const writer = connect(path, false);
  // Not read-only: a read-only connection can't run checkpoints.
  const reader = connectReader(path, false);
  const writing = drizzle(writer, { schema });
  const read = asDb(drizzle(reader, { schema }));
  return {
    read,
    transaction: transactionsOn(writer, asDb(writing)),
    atOneInstant: snapshotsOn(reader, read),
    createLeases: async () => void writer.exec(LEASES_TABLE),
    async migrate() {
      // A migration may rebuild a table that others refer to, so SQLite needs foreign keys off.
      writer.pragma('foreign_keys = OFF');
      writer.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      try {
        migrate(writing, { migrationsFolder: MIGRATIONS });
      } finally {
        writer.pragma('foreign_keys = ON');
        writer.pragma('busy_timeout = 0');
      }
    },
    ping: async () => void reader.prepare('select 1').get(),
    dataVersion: dataVersionOf(reader),
    async checkpoint() {
      // Not on the writer, which may be in a transaction; and without blocking the process.
      reader.pragma('busy_timeout = 0');
      try {
        reader.pragma('wal_checkpoint(TRUNCATE)');
      } finally {
        reader.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
    async close() {
      reader.close();
      writer.close();
    },
  };
}

function connectReader(path: string, readOnly: boolean): SQLite.Database {
  const reader = connect(path, readOnly);
  reader.pragma('query_only = ON');
  // SQLite reads a file only when it has to: this checks whether it's a database.
  reader.prepare('select 1 from sqlite_schema limit 1').get();
  return reader;
}

function dataVersionOf(reader: SQLite.Database): () => number {
  const statement = reader.prepare<[], number>('pragma data_version').pluck();
  return () => statement.get() ?? 0;
}

function snapshotsOn(reader: SQLite.Database, read: Db): Database['atOneInstant'] {
  return async (work) => {
    reader.exec('BEGIN');
    try {
      return await work(read);
    } finally {
      reader.exec('COMMIT');
    }
  };
}

/**
 * better-sqlite3 has no asynchronous transactions, so this sends `BEGIN` and `COMMIT` on a
 * connection that only transactions use, one at a time: no other statement can run between two
 * awaits.
 */
function transactionsOn(writer: SQLite.Database, tx: Db): Database['transaction'] {
  // SQLite's own wait for another process would block the event loop.
  writer.pragma('busy_timeout = 0');
  const begin = writer.prepare('BEGIN IMMEDIATE');
  const commit = writer.prepare('COMMIT');
  const lock = mutex();
  return async (work) => {
    const unlock = await withinDeadline(async (timeoutMs) => {
      const deadline = performance.now() + timeoutMs;
      const release = await arrivesWithin(lock(), timeoutMs, (late) => late());
      try {
        await retryWhileBusy(() => begin.run(), deadline);
        return release;
      } catch (error) {
        release();
        throw error;
      }
    });
    try {
      const result = await work(tx);
      commit.run();
      return result;
    } catch (error) {
      // Other branches of a `Promise.all` may still send statements. They must run before the
      // rollback: later ones would be written outside of the transaction.
      await nextTurn();
      if (writer.inTransaction) writer.exec('ROLLBACK');
      throw error;
    } finally {
      unlock();
    }
  };
}

/** Returns a function that acquires the lock and returns a function to release it. */
function mutex(): () => Promise<() => void> {
  let last = Promise.resolve();
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const locked = last.then(() => resolve);
    last = promise;
    return locked;
  };
}

/** Retries while another process writes. Throws a DatabaseUnavailableError at the deadline. */
async function retryWhileBusy(begin: () => void, deadline: number): Promise<void> {
  for (;;) {
    try {
      begin();
      return;
    } catch (error) {
      const isBusy = (error as { code?: string }).code?.startsWith('SQLITE_BUSY');
      if (!isBusy) throw error;
      if (performance.now() > deadline) throw deadlineError({ cause: error });
      await wait(BUSY_RETRY_MS);
    }
  }
}

/**
 * Drizzle's types differ only in whether results are promises. Every query is awaited, so the
 * asynchronous type is also safe for the synchronous driver.
 */
function asDb(db: object): Db {
  return db as Db;
}
