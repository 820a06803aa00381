import { randomUUID } from 'node:crypto';
import pg from 'pg';

/**
 * Copies of the template database for tests. Creating and dropping one takes longer than most
 * tests, so a copy is emptied and used again, unless the test left more in it than rows.
 */

export interface Copy {
  url: string;
  /** To be called when the test has closed its connections. */
  giveBack(): Promise<void>;
}

interface Kept {
  name: string;
  url: string;
  /** For emptying it. */
  client: pg.Client;
  /** Statements that restore the rows of the template. */
  restore: string;
  /** The catalog, and the size in bytes, before the first test. */
  shape: string;
  size: number;
}

/** Deleted rows take space until a vacuum. Drops a copy that grew by more. */
const MAX_GROWTH = 4 * 1024 * 1024;
/** Of our connections. A test may look at those of the product. */
const APPLICATION = 'inkwell-tests';

/** Tables, columns, constraints, defaults and indexes with the transactions that wrote them. */
const SHAPE = `select md5(string_agg(row, ',' order by row)) as shape from (
  select oid || '/' || xmin || '/' || relname as row from pg_class where oid >= 16384
  union all select attrelid || '/' || attnum || '/' || xmin from pg_attribute where attrelid >= 16384
  union all select oid || '/' || xmin from pg_constraint where oid >= 16384
  union all select oid || '/' || xmin from pg_attrdef where oid >= 16384
  union all select oid || '/' || xmin from pg_trigger where oid >= 16384
  union all select oid || '/' || xmin from pg_proc where oid >= 16384
  union all select oid || '/' || xmin from pg_namespace where oid >= 16384
) as rows`;
const STATE = `select (${SHAPE}) as shape, pg_database_size(current_database())::int as size,
  (select count(*)::int from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid()) as others`;
const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema')`;
const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name,
  coalesce(last_value, start_value)::int as value, last_value is not null as "isUsed"
  from pg_sequences`;

/** Of this worker, and not in use. */
const free: Kept[] = [];
let admin: pg.Pool | undefined;

/** Returns a database like the one in `DATABASE_URL`, which must be migrated and unused. */
export async function takeCopy(): Promise<Copy> {
  const kept = free.pop() ?? (await create());
  return {
    url: kept.url,
    async giveBack() {
      const isEmpty = await empty(kept).catch(() => false);
      if (isEmpty) free.push(kept);
      else await drop(kept);
    },
  };
}

async function create(): Promise<Kept> {
  const url = new URL(process.env.DATABASE_URL ?? '');
  const template = url.pathname.slice(1);
  const name = `test_${randomUUID()}`;
  admin ??= connectAdmin();
  await admin.query(`create database "${name}" template "${template}"`);
  url.pathname = name;
  const client = new pg.Client({ connectionString: url.href, application_name: APPLICATION });
  // The server ends before the workers do.
  client.on('error', () => undefined);
  await client.connect();
  const { shape, size } = await stateOf(client);
  return { name, url: url.href, client, restore: await restoreStatements(client), shape, size };
}

/** Returns false when the database can't be used again. */
async function empty({ client, restore, shape, size }: Kept): Promise<boolean> {
  const now = await stateOf(client);
  if (now.shape !== shape || now.others > 0 || now.size > size + MAX_GROWTH) return false;
  await client.query(restore);
  return true;
}

async function drop({ name, client }: Kept): Promise<void> {
  await client.end().catch(() => undefined);
  // Other pools of the test may still be open.
  await admin?.query(`drop database "${name}" with (force)`);
}

async function stateOf(client: pg.Client) {
  const { rows } = await client.query<{ shape: string; size: number; others: number }>(STATE);
  const [state] = rows;
  if (state === undefined) throw new Error('PostgreSQL returned no row');
  return state;
}

/** Foreign keys and triggers are off, so the order of the tables doesn't matter. */
async function restoreStatements(client: pg.Client): Promise<string> {
  const statements = ['begin', 'set local session_replication_role = replica'];
  const tables = await client.query<{ name: string }>(TABLES);
  for (const { name } of tables.rows) {
    statements.push(`delete from ${name}`);
    const { rows } = await client.query<{ row: string }>(
      `select to_json(t)::text as row from ${name} t`,
    );
    for (const { row } of rows) {
      const values = `json_populate_record(null::${name}, ${client.escapeLiteral(row)})`;
      statements.push(`insert into ${name} select * from ${values}`);
    }
  }
  const sequences = await client.query<{ name: string; value: number; isUsed: boolean }>(SEQUENCES);
  for (const { name, value, isUsed } of sequences.rows) {
    statements.push(`select setval(${client.escapeLiteral(name)}, ${value}, ${isUsed})`);
  }
  return [...statements, 'commit'].join(';\n');
}

/** Connections for creating and dropping databases, kept for the next test. */
function connectAdmin(): pg.Pool {
  const url = new URL(process.env.DATABASE_URL ?? '');
  url.pathname = 'postgres';
  const connection = { connectionString: url.href, application_name: APPLICATION };
  const pool = new pg.Pool({ ...connection, max: 3, allowExitOnIdle: true });
  return pool.on('error', () => undefined);
}
