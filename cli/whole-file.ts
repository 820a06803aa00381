import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandError, orDiskFull } from './failure.ts';

const temporaries = new Set<string>();

/** Removes what is temporary also when the process is told to end in the middle. */
export function removeAtExit(path: string): void {
  if (temporaries.size === 0) {
    process.once('exit', () => {
      for (const each of temporaries) rmSync(each, { recursive: true, force: true });
    });
  }
  temporaries.add(path);
}

/** Makes renames in a folder outlive a power cut. Some systems cannot open folders: then nothing is done. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  try {
    await handle?.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  } finally {
    await handle?.close();
  }
}

/** Writes what a file holds to the disk itself. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Lets `write` fill a new file that only its owner may read, and then puts it in its place: under `path`
 * there is all of it or nothing. Throws a CommandError when `path` is there already (unless `force`), when
 * its folder cannot be written to, or when the disk is full.
 */
export async function writeWhole<T>(
  path: string,
  { force }: { force: boolean },
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  await requireAbsent(path, force);
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.partial`);
  removeAtExit(temporary);
  try {
    const file = await open(temporary, 'wx', 0o600);
    await file.close();
    const result = await write(temporary);
    await syncFile(temporary);
    await requireAbsent(path, force);
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw orUnwritable(error, path);
  }
}

async function requireAbsent(path: string, force: boolean): Promise<void> {
  if (force) return;
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) {
    throw new CommandError(`${path} is there already. Choose another name, or add --force.`);
  }
}

function orUnwritable(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOENT') return new CommandError(`There is no folder ${dirname(path)}.`);
  if (code === 'EISDIR') return new CommandError(`${path} is a folder.`);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new CommandError(`${dirname(path)} cannot be written to (${code}).`, { cause: error });
  }
  return orDiskFull(error, path);
}
