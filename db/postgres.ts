import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle as drizzleClient } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { drizzle } from 'drizzle-orm/pg-proxy';
import pg from 'pg';
import type { Database, Db, OpenOptions } from './database.ts';
import {
  arrivesWithin,
  deadlineMs,
  UNLIMITED_MS,
  withinDeadline,
  withoutDatabaseDeadline,
} from './deadline.ts';
import {
  asUnavailable,
  databaseErrorCode,
  isConnectionClosed,
  isConnectionLost,
} from './errors.ts';
import { LEASES_TABLE } from './leases-table.ts';
import * as schema from './schema.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations/postgres', import.meta.url));
const MAX_CONNECTIONS = 10;
/** Also the maximum wait for a free connection. */
const CONNECT_WITHIN_MS = 3_000;
const IDLE_CONNECTION_MS = 30_000;
const ROLLBACK_WITHIN_MS = 500;
/** The server gives up on a lock before we give up on the statement: connections stay usable. */
const LOCK_SHARE = 0.9;
/** Frees the locks of a suspended process or an unreachable machine. */
const IDLE_TRANSACTION_MS = 10_000;
const AT_ONE_INSTANT = 'begin isolation level repeatable read, read only';
/** Number of closed connections that are replaced before a call fails. */
const MAX_CLOSED = 3;
const MAX_ATTEMPTS = 5;
const RETRY_PAUSE_MS = 20;
const DUPLICATE = ['42P07', '42710'];
/**
 * Serialization failure, deadlock, and a unique key that a concurrent transaction took: on the
 * second attempt, the other's rows are visible, and the rule itself answers.
 */
const RETRIED = new Set(['40001', '40P01', '23505', ...DUPLICATE]);
/** `read` would run other statements in their own transactions. */
const READING = /^[\s(]*(?:select|with)\b/i;

/** Numbers instead of strings for `bigint`, and for its sum. Ours stay below 2^53. */
const AS_NUMBER: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    AS_NUMBER.has(oid) ? Number : pg.types.getTypeParser(oid, format),
};

/** A connection in use. */
interface Session {
  client: pg.PoolClient;
  /** The connection can't be used again. */
  isLost: boolean;
  /** Statements that arrive after another one failed must not run. */
  isOver: boolean;
  /** The transaction may have been committed. */
  isCommitting: boolean;
}

/** Opens a PostgreSQL database. Connects on the first query. Throws for a malformed URL. */
export function openPostgres(
  url: string,
  { readOnly = false, connections = MAX_CONNECTIONS }: OpenOptions,
): Database {
  const pool = createPool(url, connections);
  const current = new AsyncLocalStorage<Session>();
  const read = asDb(
    drizzle(
      async (text, params, method) => {
        if (!READING.test(text)) throw new Error(`This handle is read-only: ${text}`);
        // Copied, because a failing statement clears its values.
        const sendCopy = ({ client }: Session) => send(client, text, [...params], method);
        return await onLiveConnection(pool, sendCopy).catch((error: unknown) => {
          params.length = 0;
          throw error;
        });
      },
      { schema },
    ),
  );
  // One handle for all transactions, so prepared queries are built once.
  const tx = asDb(
    drizzle(
      async (text, params, method) => {
        const open = current.getStore();
        if (open === undefined || open.isOver) throw new Error('This transaction has ended');
        return await send(open.client, text, params, method);
      },
      { schema },
    ),
  );
  const run = <T>(begin: () => string, work: (tx: Db) => Promise<T>) =>
    onLiveConnection(pool, (session) =>
      current.run(session, () => runTransaction(session, begin(), () => work(tx))),
    );
  const refuse = () => Promise.reject(new Error('This database was opened for reading only'));
  return {
    read,
    transaction: readOnly ? refuse : (work) => retrying(() => run(beginWriting, work)),
    atOneInstant: (work) => withoutDatabaseDeadline(() => run(() => AT_ONE_INSTANT, work)),
    createLeases: readOnly ? refuse : () => retrying(() => createLeases(pool)),
    migrate: readOnly ? refuse : () => withoutDatabaseDeadline(() => migratePool(pool)),
    ping: async () =>
      void (await onLiveConnection(pool, ({ client }) => send(client, 'select 1', []))),
    checkpoint: async () => undefined,
    close: () => pool.end(),
  };
}

function createPool(url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: withVerifiedTls(url),
    application_name: 'inkwell',
    max: connections,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    types,
  });
  // An idle connection was lost. The pool has removed it, and the next query opens another.
  pool.on('error', () => undefined);
  // The pool stops listening when it hands out a connection. If the connection is lost before its
  // user listens, an error without a listener would end the process. The first query fails anyway.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  return pool;
}

/**
 * `pg` 8 also verifies the certificate with these modes, and warns that `pg` 9 won't. The full name
 * keeps it that way. With `uselibpqcompat=true`, they mean the same as in libpq.
 */
function withVerifiedTls(url: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/**
 * Like `onConnection`. If the connection turns out to be closed, because the server ended it or
 * this process was suspended, runs `work` again on another one: nothing was committed.
 */
async function onLiveConnection<T>(
  pool: pg.Pool,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  for (let n = 1; ; n++) {
    let used: Session | undefined;
    try {
      return await onConnection(pool, (session) => {
        used = session;
        return work(session);
      });
    } catch (error) {
      const isOther = used === undefined || used.isCommitting || !isConnectionClosed(error);
      if (isOther || n === MAX_CLOSED) throw error;
    }
  }
}

/** Runs `work` on a connection of the pool, and closes the connection if it was lost. */
async function onConnection<T>(pool: pg.Pool, work: (session: Session) => Promise<T>): Promise<T> {
  try {
    const client = await withinDeadline((timeoutMs) =>
      arrivesWithin(pool.connect(), timeoutMs, (late) => late.release()),
    );
    const session: Session = { client, isLost: false, isOver: false, isCommitting: false };
    const onError = () => {
      session.isLost = true;
    };
    client.on('error', onError);
    try {
      return await work(session);
    } catch (error) {
      session.isLost ||= isConnectionLost(error);
      throw error;
    } finally {
      client.off('error', onError);
      client.release(session.isLost);
    }
  } catch (error) {
    throw asUnavailable(error) ?? causeOf(error);
  }
}

/** Drizzle repeats the SQL in its message, and wraps the actual error. */
function causeOf(error: unknown): unknown {
  return error instanceof DrizzleQueryError && error.cause ? error.cause : error;
}

/**
 * Sends one statement. With `all`, rows are arrays, as Drizzle expects. A statement that isn't
 * answered in time ends with its connection, because a hanging server must not keep it.
 */
async function send(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
  method: string = 'execute',
): Promise<pg.QueryArrayResult | pg.QueryResult> {
  try {
    return await withinDeadline((timeoutMs) => {
      const query = { text, values, query_timeout: timeoutMs };
      return method === 'all' ? client.query({ ...query, rowMode: 'array' }) : client.query(query);
    });
  } catch (error) {
    // Drizzle and PostgreSQL quote the values in their errors, which are logged.
    values.length = 0;
    if (error instanceof pg.DatabaseError) delete error.detail;
    throw asUnavailable(error) ?? error;
  }
}

/**
 * Our rules are constraints and row locks, which work at this isolation level; the server's default
 * may differ. The limits end with the transaction, so a pooler can pass on the connection:
 * abandoned statements don't keep waiting on the server.
 */
function beginWriting(): string {
  const begin = 'begin isolation level read committed';
  const limitMs = deadlineMs();
  if (limitMs === UNLIMITED_MS) return begin;
  const lockMs = Math.max(1, Math.floor(limitMs * LOCK_SHARE));
  return `${begin}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`;
}

/**
 * `begin` goes out in the same round trip as the first statement, because connections are
 * pipelined.
 */
async function runTransaction<T>(
  session: Session,
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  const begun = send(session.client, begin, []);
  begun.catch(() => undefined);
  try {
    const result = await work();
    await begun;
    session.isOver = true;
    session.isCommitting = true;
    const { command } = await send(session.client, 'commit', []);
    if (command !== 'COMMIT') throw new Error('A statement failed, so nothing was written');
    return result;
  } catch (error) {
    session.isOver = true;
    session.isLost ||= isConnectionLost(error);
    if (!session.isLost) await rollBack(session);
    throw error;
  }
}

/** Even after the deadline. */
async function rollBack(session: Session): Promise<void> {
  const rollback = { text: 'rollback', query_timeout: ROLLBACK_WITHIN_MS };
  await session.client.query(rollback).catch(() => {
    session.isLost = true;
  });
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n === MAX_ATTEMPTS || !RETRIED.has(databaseErrorCode(error) ?? '')) throw error;
      await wait(Math.random() * RETRY_PAUSE_MS * n);
    }
  }
}

/** PostgreSQL lets "if not exists" fail if two connections create the table at once. */
async function createLeases(pool: pg.Pool): Promise<void> {
  await onConnection(pool, ({ client }) => send(client, LEASES_TABLE, []));
}

async function migratePool(pool: pg.Pool): Promise<void> {
  await onConnection(pool, async ({ client }) => {
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
    const encoding = rows[0]?.server_encoding;
    if (encoding !== 'UTF8') throw new Error(`its encoding must be UTF8, not ${encoding}`);
    await migrate(drizzleClient(client), { migrationsFolder: MIGRATIONS });
  });
}

/** Both engines have the same tables, and the queries use the common part of their types. */
function asDb(db: object): Db {
  return db as Db;
}
