import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '../../db/client.ts';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

interface Journal {
  entries: { when: number; tag: string }[];
}

/** Returns the SQL that creates a database as it was before a migration, to be run as one text. */
export async function schemaBefore(engine: 'sqlite' | 'postgres', tag: string): Promise<string> {
  const read = (name: string) => readFile(`${MIGRATIONS}/${engine}/${name}`, 'utf8');
  const { entries } = JSON.parse(await read('meta/_journal.json')) as Journal;
  const earlier = entries.slice(
    0,
    entries.findIndex((entry) => entry.tag === tag),
  );
  if (earlier.length === 0) throw new Error(`No migration is older than ${tag}`);
  const schemas = await Promise.all(earlier.map((entry) => read(`${entry.tag}.sql`)));
  // Drizzle's own table.
  const [table, key] =
    engine === 'sqlite'
      ? ['__drizzle_migrations', 'integer primary key']
      : ['drizzle.__drizzle_migrations', 'serial primary key'];
  return [
    ...schemas,
    engine === 'postgres' ? 'create schema drizzle' : '',
    `create table ${table} (id ${key}, hash text not null, created_at bigint)`,
    ...earlier.map(
      ({ when }) => `insert into ${table} (hash, created_at) values ('before', ${when})`,
    ),
  ].join(';\n');
}

/** Migrates the database of a URL, and calls `check` with it. */
export async function withMigrated(
  url: string,
  check: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(url);
  try {
    await database.migrate();
    await check(database);
  } finally {
    await database.close();
  }
}
