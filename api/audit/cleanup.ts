import { deleteAuditBefore } from '../../db/queries/audit.ts';
import type { Services } from '../services.ts';
import { readOwnerSettings } from '../settings/owner-settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes the entries that are older than the owner wants to keep them. */
export async function cleanUpAudit({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<void> {
  const { auditDays } = await readOwnerSettings(database.read);
  const before = new Date(now().getTime() - auditDays * DAY_MS);
  while (await database.transaction((tx) => deleteAuditBefore(tx, before))) {
    // Others write in between.
  }
}
