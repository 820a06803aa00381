import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type SQLite from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3';
import { migrate as migrateSqlite } from 'drizzle-orm/better-sqlite3/migrator';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import { BUSY_TIMEOUT_MS, connect } from './connect.ts';
import * as schema from './schema.ts';

/**
 * A handle that queries run on: the reading one, or that of an open transaction. Both drivers are used
 * through the asynchronous type: always `await`, never rely on a result being there at once.
 */
export type Db = BaseSQLiteDatabase<'async', unknown, typeof schema>;

/** An open database. The only way to write is `transaction`: the reading handle refuses writes. */
export interface Database {
  read: Db;
  /**
   * Runs `work` in one transaction and gives what it gives; when it throws, nothing is changed and the
   * error comes through. Transactions of this process run one after another. Do not call it inside `work`.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Brings the schema up to date. Throws when a migration fails; then nothing has changed. */
  migrate(): Promise<void>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /**
   * Moves the log into the database file and empties it: until then both still hold what was deleted.
   * Does nothing while another connection writes, and on a database server. Rejects when the database
   * was opened read-only.
   */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const BUSY_RETRY_MS = 20;

/**
 * Opens the database of a URL: `file:PATH` (better-sqlite3) or `libsql:`, `http(s):`, `ws(s):` (a libSQL
 * server). `readOnly` opens no writing connection and does not create the file.
 * Throws an Error that names `DATABASE_URL` when the URL is of no known kind or cannot be opened.
 */
export async function openDatabase(
  url: string,
  options: { readOnly?: boolean; authToken?: string } = {},
): Promise<Database> {
  if (url.startsWith('file:')) return openSqlite(url, options.readOnly === true);
  if (/^(libsql|https?|wss?):/.test(url)) return openLibsql(url, options.authToken);
  throw new Error(`DATABASE_URL: "${url}" is neither file:PATH nor the address of a libSQL server`);
}

function pathOf(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}

/** The path of the file that a URL names; undefined when the database is on a server. */
export function databaseFile(url: string): string | undefined {
  return url.startsWith('file:') ? resolve(pathOf(url)) : undefined;
}

function openSqlite(url: string, readOnly: boolean): Database {
  const path = pathOf(url);
  let writer: SQLite.Database | undefined;
  let reader: SQLite.Database;
  try {
    if (!readOnly) writer = connect(path, false);
    reader = connect(path, readOnly);
    reader.pragma('query_only = ON');
    reader.prepare('select 1 from sqlite_schema limit 1').get();
  } catch (error) {
    throw new Error(`DATABASE_URL: cannot open ${path}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const read = asDb(drizzleSqlite(reader, { schema }));
  if (!writer) {
    const refuse = () => Promise.reject(new Error('This database was opened for reading only'));
    return {
      read,
      transaction: refuse,
      migrate: refuse,
      ping: ping(read),
      checkpoint: refuse,
      close: async () => void reader.close(),
    };
  }
  const connection = writer;
  const writing = drizzleSqlite(connection, { schema });
  return {
    read,
    transaction: serialized(connection, asDb(writing)),
    async migrate() {
      // A migration may rebuild a table that others refer to: SQLite wants the checks off meanwhile.
      connection.pragma('foreign_keys = OFF');
      connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      try {
        migrateSqlite(writing, { migrationsFolder: MIGRATIONS });
      } finally {
        connection.pragma('foreign_keys = ON');
        connection.pragma('busy_timeout = 0');
      }
    },
    ping: ping(read),
    async checkpoint() {
      // Not on the writing connection, which may be in a transaction; and nobody waits for its end here.
      reader.pragma('busy_timeout = 0');
      try {
        reader.pragma('wal_checkpoint(TRUNCATE)');
      } finally {
        reader.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    },
    async close() {
      reader.close();
      connection.close();
    },
  };
}

/**
 * better-sqlite3 has no asynchronous transactions: `BEGIN` and `COMMIT` are sent on a connection that only
 * transactions use, one at a time, so that no other statement can slip in between two awaits.
 */
function serialized(connection: SQLite.Database, tx: Db): Database['transaction'] {
  // SQLite's own wait for another process would keep the whole of this one waiting.
  connection.pragma('busy_timeout = 0');
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  return oneAfterAnother(async (work) => {
    await whenNotBusy(() => begin.run());
    try {
      const result = await work(tx);
      commit.run();
      return result;
    } catch (error) {
      if (connection.inTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  });
}

/** Lets each transaction wait for the one before it. */
function oneAfterAnother(transaction: Database['transaction']): Database['transaction'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = () => transaction(work);
    const result = last.then(run, run);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Tries again while another process writes, and serves others meanwhile; after five seconds it throws. */
async function whenNotBusy(begin: () => void): Promise<void> {
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
  const client = createClient(authToken === undefined ? { url } : { url, authToken });
  const db = drizzle(client, { schema });
  const read = asDb(db);
  return {
    read,
    // The server lets one transaction write at a time; those of this process wait here, not there.
    transaction: oneAfterAnother((work) => db.transaction((tx) => work(asDb(tx)))),
    migrate: () => migrate(db, { migrationsFolder: MIGRATIONS }),
    ping: ping(read),
    checkpoint: async () => undefined,
    close: async () => client.close(),
  };
}

/**
 * Both drivers build the same queries; their types differ in whether a result comes as a promise. Every
 * query is awaited, which suits both, so the asynchronous type is safe for the synchronous driver.
 */
function asDb(db: object): Db {
  return db as Db;
}

function ping(db: Db): () => Promise<void> {
  return async () => {
    await db.get(sql`select 1`);
  };
}
