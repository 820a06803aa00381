import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { orStorageFull } from './errors.ts';
import { type PictureFile, type Storage, UPLOAD_NAME } from './picture-files.ts';
import { modifiedAt, uploadsFolder, withTemporaryFile } from './temporary.ts';

/**
 * Pictures in `DATA_DIR/uploads`. The browser sends them to `PUT /api/upload/{name}`, and loads
 * them from `/uploads/`.
 */
export function createLocalStorage(env: Pick<Env, 'dataDir'>): Storage {
  const folder = uploadsFolder(env);

  async function remove(names: string[]): Promise<void> {
    await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
  }

  async function write({ name, bytes }: PictureFile): Promise<void> {
    await withTemporaryFile(env, async (path) => {
      const file = await open(path, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(path, join(folder, name));
    });
  }

  return {
    throughServer: true,
    target: async ({ name, type }) => ({
      method: 'PUT',
      url: `/api/upload/${name}`,
      headers: { 'Content-Type': type },
    }),
    open: async () => undefined,
    discard: async () => undefined,
    async save(files) {
      try {
        for (const file of files) await write(file);
        await syncFolder(folder);
      } catch (error) {
        await remove(files.map((file) => file.name));
        throw orStorageFull(error);
      }
    },
    async read(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove,
    async *namesBefore(instant) {
      await mkdir(folder, { recursive: true });
      for (const name of await readdir(folder)) {
        if (!UPLOAD_NAME.test(name)) continue;
        const changed = await modifiedAt(join(folder, name));
        if (changed !== undefined && changed < instant.getTime()) yield name;
      }
    },
  };
}
