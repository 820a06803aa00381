import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_PICTURE_BYTES, type PictureKind } from '../contract/uploads.ts';
import { bodyTooLarge, incomplete, orStorageFull } from './refusals.ts';

/** Older ones belong to nobody: no upload takes that long. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** The folder of files that are not finished. It is on the same disk as the finished ones. */
export interface Temporary {
  /** Runs `work` with a path, and removes what is there afterwards, whatever happened. */
  with<T>(work: (path: string) => Promise<T>): Promise<T>;
  /** Removes what a killed process has left: everything (at start), or only what is old. */
  clean(all: boolean): Promise<void>;
}

export function createTemporary(folder: string): Temporary {
  return {
    async with(work) {
      const path = join(folder, randomUUID());
      await mkdir(folder, { recursive: true });
      try {
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async clean(all) {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        const changed = await stat(file).then(
          (found) => found.mtimeMs,
          () => undefined,
        );
        if (changed === undefined) continue;
        if (all || changed < Date.now() - ABANDONED_AFTER_MS) await rm(file, { force: true });
      }
    },
  };
}

/**
 * Writes a body to a new file, chunk by chunk: memory holds one chunk, however slow the sender is.
 * Throws a PayloadTooLargeError as soon as more bytes have come than a picture of this kind may have (or than `size`, when
 * it is known), a BadRequestError when fewer than `size` come or the sender goes away, and an ApiError (507) when
 * the disk is full.
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
    // Not awaited: a body that never ends would never be canceled either.
    reader.cancel().catch(() => undefined);
    throw orStorageFull(error);
  } finally {
    await file.close();
  }
}
