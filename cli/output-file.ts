import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../api/files/atomic-write.ts';
import { databaseFile } from '../db/url.ts';
import { CommandError } from './terminal.ts';

const temporaries = new Set<string>();

/** Also removes a temporary file or folder when the process is stopped before it's done. */
export function removeAtExit(path: string): void {
  if (temporaries.size === 0) {
    process.once('exit', () => {
      for (const each of temporaries) rmSync(each, { recursive: true, force: true });
    });
  }
  temporaries.add(path);
}

/** Undoes `removeAtExit`. */
export function keepAtExit(path: string): void {
  temporaries.delete(path);
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Calls `write` with a temporary file that only its owner can read, and moves it to `path` when
 * it's complete. For files that are too large for `atomicWrite`. Throws a CommandError when `path`
 * is a folder, the database, or exists (unless `force`), when its folder isn't writable, or when
 * the disk is full.
 */
export async function writeOutputFile<T>(
  path: string,
  { force, databaseUrl }: { force: boolean; databaseUrl: string },
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  requireNotDatabase(path, databaseUrl);
  requireAbsent(path, force);
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`);
  removeAtExit(temporary);
  try {
    const file = await open(temporary, 'wx', 0o600);
    await file.close();
    const result = await write(temporary);
    await syncFile(temporary);
    requireAbsent(path, force);
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw explainWriteError(error, path);
  }
}

/** Refuses to replace the database, also under another name, and its log. */
function requireNotDatabase(path: string, databaseUrl: string): void {
  const database = databaseFile(databaseUrl);
  const found = statSync(path, { throwIfNoEntry: false });
  if (database === undefined || found === undefined) return;
  for (const file of [database, `${database}-wal`, `${database}-shm`]) {
    const { dev, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (dev === found.dev && ino === found.ino) {
      throw new CommandError(`${path} is the database of the site. Choose another name.`);
    }
  }
}

function requireAbsent(path: string, force: boolean): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CommandError(`${path} is a folder. Add the name of a file.`);
  }
  if (!force && existsSync(path)) {
    throw new CommandError(`${path} already exists. Choose another name, or add --force.`);
  }
}

function explainWriteError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOENT') return new CommandError(`There is no folder ${dirname(path)}.`);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new CommandError(`${dirname(path)} isn't writable (${code}).`, { cause: error });
  }
  return explainFullDisk(error, path);
}

/** Returns a CommandError for a full disk, and other errors unchanged. `what` was being written. */
export function explainFullDisk(error: unknown, what: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (!['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code)) return error;
  const message = `The disk is full: ${what} couldn't be written. Partial files were removed.`;
  return new CommandError(message, { cause: error });
}
