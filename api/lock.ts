import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';

/**
 * Takes the data folder for this process; the operating system gives it back when the process ends, however
 * it ends. Gives the release. Throws when another process has it.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'lock.db');
  // SQLite would make it readable by everybody on the machine, and who can read it can hold its lock.
  closeSync(openSync(path, 'a', 0o600));
  const lock = new SQLite(path, { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) {
      throw new Error(`DATA_DIR: another Inkwell is running on ${dataDir}`, { cause: error });
    }
    throw error;
  }
  return () => lock.close();
}
