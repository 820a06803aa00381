import type { ImportStatus } from '../contract/imports.ts';
import type { Services } from '../services.ts';
import { removeImportFolder, removeLeftovers } from './folder.ts';
import { lockImportJob, readImportJob, removeImportJob, type StoredImport } from './job.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long an import waits for an administrator. In any other status, the server works on it. */
const MAX_AGE_MS: Partial<Record<ImportStatus, number>> = {
  uploading: 7 * DAY_MS,
  ready: 30 * DAY_MS,
  failed: 30 * DAY_MS,
  published: 30 * DAY_MS,
};

/** Deletes abandoned uploads, rehearsals without a decision, old reports, and leftover folders. */
export async function cleanUpImports({
  env,
  database,
  now,
}: Pick<Services, 'env' | 'database' | 'now'>): Promise<void> {
  const job = await readImportJob(database.read);
  await removeLeftovers(env, job);
  if (job === null || !isExpired(job, now())) return;
  const isRemoved = await database.transaction(async (tx) => {
    const current = await lockImportJob(tx);
    if (current?.id !== job.id || !isExpired(current, now())) return false;
    await removeImportJob(tx);
    return true;
  });
  if (isRemoved) await removeImportFolder(env, job.id);
}

function isExpired({ status, changedAt }: StoredImport, now: Date): boolean {
  const maxAge = MAX_AGE_MS[status] ?? Number.POSITIVE_INFINITY;
  return now.getTime() - Date.parse(changedAt) > maxAge;
}
