import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type SQLite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3';
import { migrate as migrateSqlite } from 'drizzle-orm/better-sqlite3/migrator';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import { LEASES_TABLE } from './leases-table.ts';
import * as schema from './schema.ts';
import { BUSY_TIMEOUT_MS, connect } from './sqlite-file.ts';

/**
 * A handle that runs queries: `database.read`, or the `tx` of an open transaction. Both drivers
 * share this asynchronous type, so always `await` a query.
 */
export type Db = BaseSQLiteDatabase<'async', unknown, typeof schema>;

/** An open database. `read` refuses writes: the only way to write is `transaction`. */
export interface Database {
  read: Db;
  /**
   * Runs `work` in a transaction and returns its result. If `work` throws, the transaction is
   * rolled back and the error is rethrown. Transactions of this process run one at a time, so
   * calling this inside `work` never returns.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Creates the table of leases if it's missing: migrations run under a lease. */
  createLeases(): Promise<void>;
  /** Brings the schema up to date. Throws, and changes nothing, if a migration fails. */
  migrate(): Promise<void>;
  /** Throws when the database doesn't answer. */
  ping(): Promise<void>;
  /**
   * Moves the write-ahead log into the database file and empties it, because both hold deleted data
   * until then. Does nothing while another connection writes, and nothing on a database server.
   */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('./migrations/sqlite', import.meta.url));
const BUSY_RETRY_MS = 20;

/**
 * Opens a database: `file:PATH` (better-sqlite3), or `libsql:`, `http(s):`, `ws(s):` (a libSQL
 * server). `options.readOnly`: refuses transactions, and doesn't create the file. Throws an Error
 * naming `DATABASE_URL`, for an unknown kind of URL or a file that can't be opened.
 */
export async function openDatabase(
  url: string,
  { readOnly = false, authToken }: { readOnly?: boolean; authToken?: string | undefined } = {},
): Promise<Database> {
  if (/^(libsql|https?|wss?):/.test(url)) return openLibsql(url, authToken);
  const path = databaseFile(url);
  if (path === undefined) {
    throw new Error(
      `DATABASE_URL: "${url}" is neither file:PATH nor the address of a libSQL server`,
    );
  }
  try {
    return readOnly ? openForReading(path) : openSqlite(path);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`DATABASE_URL: cannot open ${path}: ${message}`, { cause: error });
  }
}

/** Returns the path of a `file:` URL, or `undefined` when the database is on a server. */
export function databaseFile(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  return resolve(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length));
}

/** Changes whenever another connection commits. Only for `read` of a database file. */
export async function dataVersion(db: Db): Promise<number> {
  return (await db.get<{ data_version: number }>(sql`pragma data_version`)).data_version;
}

function openForReading(path: string): Database {
  const reader = connectReader(path, true);
  const read = asDb(drizzleSqlite(reader, { schema }));
  const refuse = () => Promise.reject(new Error('This database was opened for reading only'));
  return {
    read,
    transaction: refuse,
    createLeases: refuse,
    migrate: refuse,
    checkpoint: refuse,
    ping: () => ping(read),
    close: async () => void reader.close(),
  };
}

function openSqlite(path: string): Database {
  // The writer comes first: it creates the file.
  const writer = connect(path, false);
  // Not read-only: a read-only connection can't run checkpoints.
  const reader = connectReader(path, false);
  const writing = drizzleSqlite(writer, { schema });
  const read = asDb(drizzleSqlite(reader, { schema }));
  return {
    read,
    transaction: transactionsOn(writer, asDb(writing)),
    createLeases: async () => void writer.exec(LEASES_TABLE),
    async migrate() {
      // A migration may rebuild a table that others refer to, so SQLite wants foreign keys off.
      writer.pragma('foreign_keys = OFF');
      writer.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      try {
        migrateSqlite(writing, { migrationsFolder: MIGRATIONS });
      } finally {
        writer.pragma('foreign_keys = ON');
        writer.pragma('busy_timeout = 0');
      }
    },
    ping: () => ping(read),
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
  // SQLite reads a file only when it has to: this finds out whether it's a database.
  reader.prepare('select 1 from sqlite_schema limit 1').get();
  return reader;
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
  return oneAtATime(async (work) => {
    await retryWhileBusy(() => begin.run());
    try {
      const result = await work(tx);
      commit.run();
      return result;
    } catch (error) {
      if (writer.inTransaction) writer.exec('ROLLBACK');
      throw error;
    }
  });
}

/** Adds a mutex: each transaction waits for the one before it. */
function oneAtATime(transaction: Database['transaction']): Database['transaction'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = () => transaction(work);
    const result = last.then(run, run);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Retries while another process writes. Rethrows SQLite's error after five seconds. */
async function retryWhileBusy(begin: () => void): Promise<void> {
  const until = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      begin();
      return;
    } catch (error) {
      const isBusy = (error as { code?: string }).code?.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > until) throw error;
      await wait(BUSY_RETRY_MS);
    }
  }
}

async function openLibsql(url: string, authToken: string | undefined): Promise<Database> {
  const [{ createClient }, { drizzle }, { migrate }] = await Promise.all([
    import('@libsql/client/web'),
    import('drizzle-orm/libsql/web'),
    import('drizzle-orm/libsql/migrator'),
  ]);
  const client = createClient({ url, ...(authToken && { authToken }) });
  const db = drizzle(client, { schema });
  const read = asDb(db);
  return {
    read,
    // The server allows one writing transaction at a time. Waiting here saves round trips.
    transaction: oneAtATime((work) => db.transaction((tx) => work(asDb(tx)))),
    createLeases: async () => undefined,
    migrate: () => migrate(db, { migrationsFolder: MIGRATIONS }),
    ping: () => ping(read),
    checkpoint: async () => undefined,
    close: async () => client.close(),
  };
}

/**
 * The drivers' types differ only in whether results are promises. Every query is awaited, so the
 * asynchronous type is safe for the synchronous driver too.
 */
function asDb(db: object): Db {
  return db as Db;
}

async function ping(db: Db): Promise<void> {
  await db.get(sql`select 1`);
}
