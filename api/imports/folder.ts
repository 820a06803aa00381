import { join } from 'node:path';
import type { Env } from '../env.ts';

type DataDir = Pick<Env, 'dataDir'>;

/** Returns the folder with the files of all imports. Backups don't contain it. */
export function importsFolder({ dataDir }: DataDir): string {
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
