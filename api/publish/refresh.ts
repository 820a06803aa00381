import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SECURITY_PATH } from '../contract/urls.ts';
import { fileOf } from './files.ts';

const DAY_MS = 86_400_000;
/**
 * The file is valid for 350 days (src/lib/security-txt.ts), so each copy is valid for at least 343.
 */
const MAX_AGE_DAYS = 7;

/** Returns the paths of files with an expiry date that are due for a new copy. */
export async function expiringPaths(root: string, now: Date): Promise<string[]> {
  const file = await stat(join(root, fileOf(SECURITY_PATH))).catch(() => undefined);
  const isRecent = file && now.getTime() - file.mtimeMs < MAX_AGE_DAYS * DAY_MS;
  return isRecent ? [] : [SECURITY_PATH];
}

/** Calls `write` with these paths, now and once a day. Returns a function that stops it. */
export function refreshExpiring(root: () => string, write: (paths: string[]) => void): () => void {
  const refresh = async () => write(await expiringPaths(root(), new Date()));
  void refresh();
  const timer = setInterval(() => void refresh(), DAY_MS).unref();
  return () => clearInterval(timer);
}
