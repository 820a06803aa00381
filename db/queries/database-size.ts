import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { engine } from '../engine.ts';
import { allRows } from './query.ts';

/** Returns the size of the database in bytes. */
export async function findDatabaseSize(db: Db): Promise<number> {
  const [row] = await allRows<{ bytes: number | string }>(
    db,
    engine === 'postgres'
      ? sql`select pg_database_size(current_database()) as bytes`
      : sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  );
  return Number(row?.bytes ?? 0);
}
