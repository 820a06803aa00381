import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file that is complete on disk, under a temporary name. */
interface StagedFile {
  /** Moves the file into place, over the old one. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Replaces a file in one step: readers see the old bytes or the new ones, even after a crash or a
 * power failure. Creates missing folders. On failure, throws the file system's error and leaves no
 * temporary file.
 */
export async function atomicWrite(path: string, data: Uint8Array): Promise<void> {
  await atomicWriteAll([{ path, data }]);
  await syncFolder(dirname(path));
}

/**
 * Replaces several files, in this order, after all are complete on disk. If one can't be written,
 * none is replaced. Doesn't sync the folders: after a power failure the old files may be back.
 */
export async function atomicWriteAll(files: { path: string; data: Uint8Array }[]): Promise<void> {
  const outcomes = await Promise.allSettled(files.map(({ path, data }) => stage(path, data)));
  const staged = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    for (const file of staged) await file.commit();
  } catch (error) {
    await Promise.all(staged.map((file) => file.discard()));
    throw error;
  }
}

/**
 * Makes renames in a folder survive a power failure. Does nothing where folders can't be opened.
 */
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

async function stage(path: string, data: Uint8Array): Promise<StagedFile> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  const discard = () => rm(temporary, { force: true });
  try {
    const file = await open(temporary, 'wx').catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await mkdir(dirname(path), { recursive: true });
      return open(temporary, 'wx');
    });
    try {
      await file.writeFile(data);
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { commit: () => rename(temporary, path), discard };
}
