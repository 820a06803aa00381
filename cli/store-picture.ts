import { mkdir, writeFile } from 'node:fs/promises';
import type { PictureKind, PictureType } from '../api/contract/uploads.ts';
import type { Env } from '../api/env.ts';
import { decodeInChild } from '../api/uploads/decode.ts';
import { createStorage, urlOf } from '../api/uploads/storage.ts';
import { uploadsFolder, withTemporaryFile } from '../api/uploads/temporary.ts';
import { explainFullDisk } from './output-file.ts';
import type { PictureRecord } from './records.ts';

/**
 * Stores a picture like an upload, and returns its record. Throws an ApiError if the
 * bytes aren't a picture.
 */
export async function storePicture(
  env: Pick<Env, 'dataDir' | 'storage'>,
  {
    name,
    type,
    bytes,
    at,
    kind = 'post',
  }: { name: string; type: PictureType; bytes: Buffer; at: Date; kind?: PictureKind },
): Promise<PictureRecord> {
  const folder = uploadsFolder(env);
  return await withTemporaryFile(env, async (path) => {
    await mkdir(folder, { recursive: true });
    await writeFile(path, bytes);
    const made = await decodeInChild({ path, name, kind, type });
    const storage = createStorage(env);
    await storage.save(made.files).catch((error: unknown) => {
      throw explainFullDisk(error, folder);
    });
    const { files: _, ...picture } = made;
    const url = urlOf(name, env.storage);
    return { ...picture, url, userId: null, kind, createdAt: at.getTime(), alt: '' };
  });
}
