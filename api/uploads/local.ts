import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_NAME } from './name.ts';
import { orStorageFull } from './refusals.ts';
import type { Storage } from './storage.ts';
import type { Temporary } from './temporary.ts';

const PUBLIC_PATH = '/uploads/';

/**
 * Pictures in a folder of this machine. The browser sends its bytes to `PUT /api/upload/{name}` with the
 * session of the user who asked for the place; they are served under `/uploads/`.
 */
export function createLocalStorage(folder: string, temporary: Temporary): Storage {
  return {
    throughServer: true,
    publicUrl: (name) => PUBLIC_PATH + name,
    nameOf(publicUrl) {
      const name = publicUrl.startsWith(PUBLIC_PATH) ? publicUrl.slice(PUBLIC_PATH.length) : '';
      return UPLOAD_NAME.test(name) ? name : undefined;
    },
    target: async (upload) => ({
      method: 'PUT',
      url: `/api/upload/${upload.name}`,
      headers: { 'Content-Type': upload.type },
    }),
    open: async () => undefined,
    discard: async () => undefined,
    async save(files) {
      try {
        for (const file of files) await writeWhole(file.bytes, temporary, join(folder, file.name));
        await syncFolder(folder);
      } catch (error) {
        await Promise.all(files.map((file) => rm(join(folder, file.name), { force: true })));
        throw orStorageFull(error);
      }
    },
    async remove(names) {
      await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
    },
    async *namesBefore(instant) {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder)) {
        if (!UPLOAD_NAME.test(name)) continue;
        const changed = await stat(join(folder, name)).then(
          (found) => found.mtimeMs,
          () => undefined,
        );
        if (changed !== undefined && changed < instant.getTime()) yield name;
      }
    },
  };
}

async function writeWhole(bytes: Buffer, temporary: Temporary, target: string): Promise<void> {
  await temporary.with(async (path) => {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(path, target);
  });
}

/** Makes the renames outlive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
