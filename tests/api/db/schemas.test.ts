import { readFileSync } from 'node:fs';
import { generateDrizzleJson, generateSQLiteDrizzleJson } from 'drizzle-kit/api';
import { is } from 'drizzle-orm';
import { PgTable, getTableConfig as postgresConfig } from 'drizzle-orm/pg-core';
import { SQLiteTable, getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import * as postgresAccounts from '../../../db/schema/postgres/accounts.ts';
import * as postgresContent from '../../../db/schema/postgres/content.ts';
import * as postgresDocuments from '../../../db/schema/postgres/documents.ts';
import * as postgresMail from '../../../db/schema/postgres/mail.ts';
import * as postgresNodes from '../../../db/schema/postgres/nodes.ts';
import * as postgresSecondFactor from '../../../db/schema/postgres/second-factor.ts';
import * as sqliteAccounts from '../../../db/schema/sqlite/accounts.ts';
import * as sqliteContent from '../../../db/schema/sqlite/content.ts';
import * as sqliteDocuments from '../../../db/schema/sqlite/documents.ts';
import * as sqliteMail from '../../../db/schema/sqlite/mail.ts';
import * as sqliteNodes from '../../../db/schema/sqlite/nodes.ts';
import * as sqliteSecondFactor from '../../../db/schema/sqlite/second-factor.ts';

const postgres = {
  ...postgresAccounts,
  ...postgresContent,
  ...postgresDocuments,
  ...postgresMail,
  ...postgresNodes,
  ...postgresSecondFactor,
};
const sqlite = {
  ...sqliteAccounts,
  ...sqliteContent,
  ...sqliteDocuments,
  ...sqliteMail,
  ...sqliteNodes,
  ...sqliteSecondFactor,
};

/** SQLite's search index is a virtual table, which Drizzle doesn't know (`0001_search.sql`). */
const ONLY_POSTGRES = ['post_words'];

/** What a type of PostgreSQL is in SQLite. */
const SQLITE_TYPES: Record<string, string> = {
  'text collate "C"': 'text',
  bigint: 'integer',
  bigserial: 'integer',
  integer: 'integer',
  boolean: 'integer',
};

type Config = ReturnType<typeof sqliteConfig> | ReturnType<typeof postgresConfig>;

/** Describes a table in words that don't depend on the engine. */
function describeTable({ columns, indexes, foreignKeys, primaryKeys, checks }: Config) {
  const nameOf = (column: object) => ('name' in column ? String(column.name) : 'expression');
  return {
    columns: columns.map((column) => ({
      name: column.name,
      type: SQLITE_TYPES[column.getSQLType()] ?? column.getSQLType(),
      notNull: column.notNull,
      // An integer key of SQLite has one in any case.
      hasDefault: column.hasDefault && !column.primary,
      default: typeof column.default === 'object' ? 'sql' : column.default,
      primary: column.primary,
      unique: column.isUnique,
    })),
    indexes: indexes.map(({ config }) => ({
      name: config.name,
      unique: config.unique,
      columns: config.columns.map(nameOf),
    })),
    foreignKeys: foreignKeys.map((key) => {
      const { columns: from, foreignColumns: to } = key.reference();
      return { from: from.map(nameOf), to: to.map(nameOf), onDelete: key.onDelete };
    }),
    primaryKeys: primaryKeys.map((key) => key.columns.map(nameOf)),
    checks: checks.map(({ name }) => name),
  };
}

const sqliteTables = new Map(
  Object.values(sqlite)
    .filter((table) => is(table, SQLiteTable))
    .map((table) => [sqliteConfig(table).name, describeTable(sqliteConfig(table))]),
);
const postgresTables = new Map(
  Object.values(postgres)
    .filter((table) => is(table, PgTable))
    .map((table) => [postgresConfig(table).name, describeTable(postgresConfig(table))]),
);

describe('the schemas of SQLite and PostgreSQL', () => {
  test('have the same tables', () => {
    const shared = [...postgresTables.keys()].filter((name) => !ONLY_POSTGRES.includes(name));
    expect(shared.sort()).toEqual([...sqliteTables.keys()].sort());
    expect(sqliteTables.size).toBeGreaterThan(10);
  });

  test.each([...sqliteTables])('have the same columns, keys and indexes in %s', (name, table) => {
    expect(postgresTables.get(name)).toEqual(table);
  });
});

/** Reads the newest snapshot of the migrations in a folder. */
function newestSnapshot(folder: 'sqlite' | 'postgres') {
  const meta = new URL(`../../../db/migrations/${folder}/meta/`, import.meta.url);
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, meta), 'utf8'));
  const { entries } = read('_journal.json') as { entries: { idx: number }[] };
  const newest = String(Math.max(...entries.map(({ idx }) => idx))).padStart(4, '0');
  const { id: _, prevId: __, ...snapshot } = read(`${newest}_snapshot.json`);
  return snapshot;
}

/** As a file: without what JSON leaves out. */
const asStored = ({ id: _, prevId: __, ...snapshot }: { id: string; prevId: string }) =>
  JSON.parse(JSON.stringify(snapshot));

describe('the migrations', () => {
  test('of SQLite match the schema', async () => {
    expect(newestSnapshot('sqlite').tables).toEqual(
      asStored(await generateSQLiteDrizzleJson(sqlite)).tables,
    );
  });

  test('of PostgreSQL match the schema', () => {
    expect(newestSnapshot('postgres').tables).toEqual(
      asStored(generateDrizzleJson(postgres)).tables,
    );
  });
});
