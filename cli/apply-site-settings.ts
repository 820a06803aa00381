import { findNewestSite, storeSiteValues } from '../api/settings/store-site.ts';
import { canonical } from '../api/site/read-site.ts';
import { siteInput } from '../api/site/schema.ts';
import type { Db } from '../db/client.ts';
import type { ImportReport } from './import-report.ts';

/**
 * Stores the settings of an exported site, if this one has none. Reports values that aren't valid,
 * and settings that this site keeps.
 */
export async function applySiteSettings(
  tx: Db,
  given: Record<string, unknown>,
  { report, now }: { report: ImportReport; now: Date },
): Promise<void> {
  const newest = await findNewestSite(tx);
  if (newest.version > 0) {
    if (canonical(newest.stored) === canonical(given)) return;
    report.add('settings', 'site', 'This site has its own settings, and keeps them.', given);
    return;
  }
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const { data, error } = siteInput.safeParse({ [key]: value });
    if (error) report.add('settings', key, `Left out: ${error.issues[0]?.message}`, value);
    else Object.assign(values, data);
  }
  await storeSiteValues(tx, newest, { values, by: { actor: 'system', at: now } });
}
