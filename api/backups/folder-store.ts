import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadableStream as WebStream } from 'node:stream/web';
import type { BackupRecord } from '../../db/queries/task-state.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { namesIn } from '../files/names-in.ts';
import { type BackupStore, byAge, toBackup } from './store.ts';

/** Deletes the hidden files in a folder, which are unfinished backups. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.startsWith('.')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Stores backups in a folder on the server. No web server serves it. */
export function createFolderStore(folder: string): BackupStore {
  async function find(name: string): Promise<BackupRecord | undefined> {
    // Also rejects names that contain a path.
    if (toBackup(name, 0) === undefined) return undefined;
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() ? toBackup(name, found.size) : undefined;
  }

  return {
    async list() {
      const backups = await Promise.all((await namesIn(folder)).map(find));
      return backups.filter((backup) => backup !== undefined).sort(byAge);
    },
    async add(file, name) {
      await rename(file, join(folder, name));
      await syncFolder(folder);
      const backup = await find(name);
      if (backup === undefined) throw new Error(`${join(folder, name)} is missing`);
      return backup;
    },
    async open(name) {
      const backup = await find(name);
      if (backup === undefined) return undefined;
      const handle = await open(join(folder, name));
      // Unlike a stream from `Readable.toWeb`, this one can be canceled. Node's types differ from
      // the DOM's.
      const body = WebStream.from(
        handle.createReadStream(),
      ) as unknown as ReadableStream<Uint8Array>;
      return { size: backup.size, body };
    },
    async remove(name) {
      if ((await find(name)) === undefined) return false;
      await rm(join(folder, name), { force: true });
      return true;
    },
    removeLeftovers: () => removeUnfinished(folder),
  };
}
