import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/** The building blocks of tables on SQLite. `postgres.ts` has the same for PostgreSQL. */
export const sqlite = {
  table: sqliteTable,
  view: sqliteView,
  check,
  index,
  primaryKey,
  uniqueIndex,
  text,
  integer,
  bigint: (name: string) => integer(name),
  boolean: (name: string) => integer(name, { mode: 'boolean' }),
  instant: (name: string) => integer(name, { mode: 'timestamp_ms' }),
  json: <T>(name: string) => text(name, { mode: 'json' }).$type<T>(),
  /** The rowid. */
  seq: () => integer('seq').primaryKey({ autoIncrement: true }),
  /** Orders text, ignoring the case of ASCII letters. */
  caseless: (column: AnySQLiteColumn) => sql`${column} collate nocase`,
};
