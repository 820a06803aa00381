import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES, type PictureKind } from '../contract/uploads.ts';
import type { Env } from '../env.ts';
import { bodyTooLarge, incomplete, orStorageFull } from './errors.ts';

/** No upload takes longer. */
const MAX_AGE_MS = 60 * 60 * 1000;

type DataDir = Pick<Env, 'dataDir'>;

export function uploadsFolder({ dataDir }: DataDir): string {
  return join(dataDir, 'uploads');
}

/** Unfinished files are on the same disk as finished ones. */
function folderOf(env: DataDir): string {
  return join(uploadsFolder(env), '.tmp');
}

/** Runs `work` with the path of a new file, and removes the file afterwards. */
export async function withTemporaryFile<T>(
  env: DataDir,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folderOf(env), randomUUID());
  await mkdir(folderOf(env), { recursive: true });
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes temporary files left by a killed process: all of them, or only old ones. */
export async function removeTemporaryFiles(env: DataDir, which: 'all' | 'old'): Promise<void> {
  const folder = folderOf(env);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const changed = await modifiedAt(file);
    const isOld = changed !== undefined && changed < Date.now() - MAX_AGE_MS;
    if (which === 'all' || isOld) await rm(file, { force: true });
  }
}

/**
 * Returns the time of a file's last change in epoch milliseconds, or `undefined` if there is no
 * file.
 */
export async function modifiedAt(path: string): Promise<number | undefined> {
  return await stat(path).then(
    (found) => found.mtimeMs,
    () => undefined,
  );
}

/**
 * Writes a body to a new file, chunk by chunk, so memory holds only one. `size` is the exact number
 * of bytes, if known; otherwise the maximum of the kind applies.
 */
export async function receive(
  body: ReadableStream<Uint8Array> | null,
  path: string,
  kind: PictureKind,
  size?: number,
): Promise<void> {
  if (body === null) throw incomplete();
  const reader = body.getReader();
  const file = await open(path, 'wx');
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw incomplete();
      });
      if (done) break;
      received += value.byteLength;
      if (received > (size ?? MAX_PICTURE_BYTES[kind])) throw bodyTooLarge(kind);
      await file.writeFile(value);
    }
    if (size !== undefined && received < size) throw incomplete();
  } catch (error) {
    // Not awaited: canceling a body that never ends wouldn't end either.
    reader.cancel().catch(() => undefined);
    throw orStorageFull(error);
  } finally {
    await file.close();
  }
}
