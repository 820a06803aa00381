import { createHash } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import { getSetting, setSetting } from '../../db/queries/settings.ts';
import { findNewestSiteVersion } from '../../db/queries/site-versions.ts';
import { canonical } from './read-site.ts';

/** SHA-256 of the values of `src/site.config.ts` as releases have it. */
const SHIPPED = '07ba81d9ce736b7aaac2943313439e67ebfc66158ec16a6491d18a2b0458e934';
const KEY = 'site:config-notice';

const NOTICE = `You have edited src/site.config.ts. To avoid conflicts when you upgrade, move your values into the database:
  npm run site:settings -- --from-config`;

/**
 * Returns what to tell an owner whose values are in `src/site.config.ts`: once, and only while the
 * database has no settings of the site. `config`: the values of the file.
 */
export async function takeConfigNotice(
  database: Database,
  config: object,
): Promise<string | undefined> {
  const hash = createHash('sha256').update(canonical(config)).digest('hex');
  if (hash === SHIPPED) return undefined;
  return await database.transaction(async (tx) => {
    if ((await findNewestSiteVersion(tx)) !== undefined) return undefined;
    if ((await getSetting(tx, KEY)) !== undefined) return undefined;
    await setSetting(tx, KEY, 'shown');
    return NOTICE;
  });
}
