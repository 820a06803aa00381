import { mkdir, open, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { RehearsalList } from '../contract/imports.ts';
import type { Env } from '../env.ts';
import { namesIn } from '../files/names-in.ts';
import type { StoredImport } from './job.ts';

type DataDir = Pick<Env, 'dataDir'>;

/** The lists of a report. */
export const REPORT_LISTS = ['entries', 'notes', 'unanswered'] as const satisfies RehearsalList[];
/** Folders that changed more recently may belong to an import that isn't stored yet. */
const MIN_LEFTOVER_AGE_MS = 60 * 60_000;

/** Returns the folder with the files of all imports. Backups don't contain it. */
function importsFolder({ dataDir }: DataDir): string {
  return join(dataDir, 'imports');
}

/** Returns the folder of an import: `upload`, `site/`, `uploads/` and the lists of its report. */
export function importFolder(env: DataDir, id: string): string {
  return join(importsFolder(env), id);
}

/** Returns the file that an export is uploaded to. */
export function uploadFile(env: DataDir, id: string): string {
  return join(importFolder(env, id), 'upload');
}

/** Returns the file with a list of an import's report. */
export function reportFile(env: DataDir, id: string, list: RehearsalList): string {
  return join(importFolder(env, id), `${list}.json`);
}

/** Creates the folder of an import, with an empty upload. */
export async function createImportFolder(env: DataDir, id: string): Promise<void> {
  await mkdir(importFolder(env, id), { recursive: true, mode: 0o700 });
  await (await open(uploadFile(env, id), 'w', 0o600)).close();
}

/** Deletes the folder of an import, even while a process that is ending still writes to it. */
export async function removeImportFolder(env: DataDir, id: string): Promise<void> {
  await rm(importFolder(env, id), { recursive: true, force: true, maxRetries: 5 });
}

/** Keeps `removeLeftovers` away from the folder of an import that isn't stored yet. */
export async function touchImportFolder(env: DataDir, id: string): Promise<void> {
  const now = new Date();
  await utimes(importFolder(env, id), now, now);
}

/** Deletes everything in the folder of an import except the files with these names. */
async function keepOnly(env: DataDir, id: string, kept: string[]): Promise<void> {
  const folder = importFolder(env, id);
  for (const name of await namesIn(folder)) {
    if (!kept.includes(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Deletes what an interrupted rehearsal left behind, so that it can start over. */
export async function keepUpload(env: DataDir, id: string): Promise<void> {
  await keepOnly(env, id, ['upload']);
}

/** Deletes everything but the report. */
export async function keepReport(env: DataDir, id: string): Promise<void> {
  await keepOnly(
    env,
    id,
    REPORT_LISTS.map((list) => `${list}.json`),
  );
}

/** Deletes folders that no import needs, such as those of imports that a kill interrupted. */
export async function removeLeftovers(env: DataDir, job: StoredImport | null): Promise<void> {
  for (const id of await namesIn(importsFolder(env))) {
    if (id === job?.id) {
      if (job.status === 'published') await keepReport(env, id);
      if (job.status === 'failed') await removeImportFolder(env, id);
      continue;
    }
    const found = await stat(importFolder(env, id)).catch(() => undefined);
    const isOld = found && found.mtimeMs < Date.now() - MIN_LEFTOVER_AGE_MS;
    if (isOld) await removeImportFolder(env, id);
  }
}
