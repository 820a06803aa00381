import { existsSync } from 'node:fs';
import { findNewestSite, storeSiteValues } from '../api/settings/store-site.ts';
import { DEFAULTS, readSite } from '../api/site/read-site.ts';
import { siteInput } from '../api/site/schema.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { bringUpToDate } from '../db/release.ts';
import { databaseFile } from '../db/url.ts';
import { site as config } from '../src/site.config.ts';
import { CommandError } from './terminal.ts';

interface Options {
  env: { databaseUrl: string };
  say(line: string): void;
}

/** Prints the effective settings as JSON. */
export async function showSiteSettings(options: Options): Promise<void> {
  await withSite(options, async (database) => {
    const { site } = await readSite(database.read);
    for (const line of JSON.stringify(site, null, 2).split('\n')) options.say(line);
  });
}

/**
 * Stores all values of `src/site.config.ts` in the database, so that the file can be the release's
 * again. Throws a CommandError if settings are stored already, unless `replace` is set, and if a
 * value isn't valid.
 */
export async function storeConfig({
  replace = false,
  ...options
}: Options & { replace?: boolean }): Promise<void> {
  const own = Object.keys(config) as (keyof typeof config)[];
  // The defaults also have the newer texts of a file that has the old ones.
  const given = Object.fromEntries(own.map((key) => [key, DEFAULTS[key]]));
  const { data: values, error } = siteInput.safeParse(given);
  if (error) throw new CommandError(`src/site.config.ts: ${error.issues[0]?.message}`);
  await withSite(options, async (database) => {
    await database.transaction(async (tx) => {
      const newest = await findNewestSite(tx);
      if (newest.version > 0 && !replace) {
        throw new CommandError(
          'The database already has settings. To replace them with the file, add --replace.',
        );
      }
      await storeSiteValues(tx, newest, { values, by: { actor: 'system', at: new Date() } });
    });
  });
  options.say(
    'The database now has all values of src/site.config.ts, and a running site shows them.',
  );
  options.say('Your edits in the file aren’t needed anymore: git checkout src/site.config.ts');
}

async function withSite<T>(
  { env: { databaseUrl } }: Options,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const file = databaseFile(databaseUrl);
  if (file !== undefined && !existsSync(file)) {
    throw new CommandError(
      `There is no database at ${file}. Start the site once (npm start), or set DATA_DIR.`,
    );
  }
  const database = await openDatabase(databaseUrl);
  try {
    await bringUpToDate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
