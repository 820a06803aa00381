import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** Compared and sorted by code points, as in SQLite, regardless of the database's locale. */
const collated = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * The building blocks of tables on PostgreSQL. `sqlite.ts` has the same for SQLite, and the types.
 */
export const postgres = {
  table: pgTable,
  view: pgView,
  check,
  index,
  primaryKey,
  uniqueIndex,
  text: (name: string) => collated(name),
  integer,
  bigint: (name: string) => bigint(name, { mode: 'number' }),
  boolean,
  /** Milliseconds since 1970. */
  instant: customType<{ data: Date; driverData: number }>({
    dataType: () => 'bigint',
    toDriver: (date) => date.getTime(),
    fromDriver: (stored) => new Date(Number(stored)),
  }),
  json: customType<{ data: unknown; driverData: string }>({
    dataType: () => 'text collate "C"',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => JSON.parse(stored),
  }),
  seq: () => bigserial('seq', { mode: 'number' }).primaryKey(),
  caseless: (column: SQLWrapper) => sql`lower(${column})`,
};
