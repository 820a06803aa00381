import type { Database } from '../../db/client.ts';
import { findNewestSiteVersion, insertSiteVersion } from '../../db/queries/site-versions.ts';

/** Stores a version of the site's settings with these values only, unchecked. */
export async function storeSite(
  database: Database,
  values: Record<string, unknown> | string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const number = ((await findNewestSiteVersion(tx))?.number ?? 0) + 1;
    const site = typeof values === 'string' ? values : JSON.stringify(values);
    const createdAt = new Date();
    const row = { number, site, changedAt: {}, userId: 'system', createdAt, restoredFrom: null };
    await insertSiteVersion(tx, row);
  });
}
