import { deleteAuditBefore } from '../../db/queries/audit.ts';
import type { Services } from '../services.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes entries older than the owner's setting `auditDays`. */
export async function cleanUpAudit(
  { database, now }: Pick<Services, 'database' | 'now'>,
  auditDays: number,
): Promise<void> {
  const before = new Date(now().getTime() - auditDays * DAY_MS);
  while (await database.transaction((tx) => deleteAuditBefore(tx, before))) {
    // Other writes get a turn.
  }
}
