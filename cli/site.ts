import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../api/env.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { requireUsable } from '../db/release.ts';
import { CommandError } from './terminal.ts';

/**
 * Opens the database of a site for as long as `work` takes. Throws a CommandError if it can't be
 * opened, and a NewerDatabaseError.
 */
export async function withDatabase<T>(
  { databaseUrl }: Pick<Env, 'databaseUrl'>,
  options: { readOnly?: boolean },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(databaseUrl, options).catch((error: Error) => {
    throw new CommandError(`${error.message}. Set DATA_DIR (or DATABASE_URL) as for npm start.`);
  });
  try {
    await requireUsable(database.read);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Returns the folder of the published site. Throws a CommandError if there is none. */
export async function publishedSite({ dataDir }: Pick<Env, 'dataDir'>): Promise<string> {
  return await realpath(join(dataDir, 'site')).catch(() => {
    throw new CommandError(`${dataDir} has no published site. Run npm start first.`);
  });
}
