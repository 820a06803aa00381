import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from './database.ts';
import { allRows, runSql } from './queries/query.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations/postgres', import.meta.url));

/**
 * Creates the tables in an empty PostgreSQL database, in a transaction that can be rolled back.
 * Doesn't record it as a migration.
 */
export async function createMissingTables(tx: Db): Promise<void> {
  const isMissing = sql`select to_regclass('posts') is null as "isMissing"`;
  const [found] = await allRows<{ isMissing: boolean }>(tx, isMissing);
  if (!found?.isMissing) return;
  for (const migration of readMigrationFiles({ migrationsFolder: MIGRATIONS })) {
    for (const statement of migration.sql) await runSql(tx, sql.raw(statement));
  }
}
