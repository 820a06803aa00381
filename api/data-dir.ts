import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Creates the data folder if it's missing, and checks that it's writable. Returns the first folder
 * created, or `undefined` if all existed. Throws an Error that names DATA_DIR.
 */
export async function prepareDataDir(dataDir: string): Promise<string | undefined> {
  let created: string | undefined;
  try {
    created = await createFolder(dataDir);
    await createFolder(join(dataDir, 'uploads'));
    const probe = join(dataDir, `.probe-${randomUUID()}`);
    await writeFile(probe, 'x');
    await rm(probe);
    return created;
  } catch (error) {
    await removeFolder(created);
    throw new Error(`DATA_DIR: cannot write to ${dataDir}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Like `mkdir` with `recursive`, which never returns where folders can't be created (/proc), and
 * reports a read-only folder as missing. Returns the first folder created.
 */
async function createFolder(path: string): Promise<string | undefined> {
  try {
    await mkdir(path);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return undefined;
    if (code !== 'ENOENT') throw error;
    const created = await createFolder(dirname(path));
    if (created === undefined) throw error;
    await mkdir(path);
    return created;
  }
}

/** Removes a folder that `prepareDataDir` created. Never throws. */
export async function removeFolder(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/**
 * Locks the data folder for this process. The operating system releases the lock when the process
 * ends for any reason. Returns a function that releases it. Throws if another process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  // Loaded on demand: functions, which have no native modules, import neighbors of this file.
  const { default: SQLite } = await import('better-sqlite3');
  const { createPrivateFile } = await import('../db/sqlite-file.ts');
  const path = join(dataDir, 'lock.db');
  // Any process that can read the file could hold its lock.
  createPrivateFile(path);
  const lock = new SQLite(path, { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw error;
    throw new Error(`DATA_DIR: another Inkwell is running on ${dataDir}`, { cause: error });
  }
  return () => lock.close();
}
