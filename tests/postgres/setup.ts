import { startPostgres } from './server.ts';

/** Starts a server for all tests, with a migrated database that each test gets a copy of. */
export default async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ settings: ['autovacuum=off'] });
  const url = await postgres.createDatabase('template_inkwell');
  // Workers inherit it, and `db/engine.ts` reads it.
  process.env.DATABASE_URL = url;
  const { openDatabase } = await import('../../db/client.ts');
  const database = await openDatabase(url);
  await database.migrate();
  await database.close();
  return () => postgres.stop();
}
