import { type SQL, sql } from 'drizzle-orm';
import { engine } from '../engine.ts';

/**
 * The clock of the database, in milliseconds since 1970. Leases and heartbeats use it, because the
 * clocks of machines differ.
 */
export const databaseTime: SQL<number> =
  engine === 'postgres'
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;
