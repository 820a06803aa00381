import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import type { BackupRecord } from '../../db/queries/task-state.ts';
import { removeUnfinished } from './folder-store.ts';
import { PrivateBucket, type S3Settings } from './private-bucket.ts';
import { type BackupStore, byAge, toBackup } from './store.ts';

/** S3 stores accept no more than this in one `PUT`. */
const MAX_BYTES = 5 * 1024 ** 3;
const INDEX = 'index.json';

/** The list of backups. Inkwell never lists the bucket: it may hold a million pictures. */
const indexSchema = z.object({
  backups: z.array(z.object({ name: z.string(), size: z.number() })),
  /** A backup that's being stored, or was being stored when the process was killed. */
  unfinished: z.string().optional(),
});
type Index = z.output<typeof indexSchema>;

/**
 * Stores backups in the same bucket as the pictures, under `backups/`. Unfinished ones are in
 * `folder`. Methods throw the errors of `PrivateBucket`.
 */
export function createBucketStore(settings: S3Settings, folder: string): BackupStore {
  const bucket = new PrivateBucket(settings);

  async function list(): Promise<BackupRecord[]> {
    const { backups } = await readIndex(bucket);
    return backups
      .map(({ name, size }) => toBackup(name, size))
      .filter((backup) => backup !== undefined)
      .sort(byAge);
  }

  return {
    list,
    async add(file, name) {
      const backup = await upload(bucket, file, name);
      await rm(file, { force: true });
      return backup;
    },
    async open(name) {
      const backup = (await list()).find((each) => each.name === name);
      const response = backup && (await bucket.get(name));
      if (!backup || !response?.body) return undefined;
      return { size: backup.size, body: response.body };
    },
    async remove(name) {
      const { backups, ...rest } = await readIndex(bucket);
      const others = backups.filter((each) => each.name !== name);
      if (others.length === backups.length) return false;
      await bucket.remove(name);
      await writeIndex(bucket, { ...rest, backups: others });
      return true;
    },
    async removeLeftovers() {
      await removeUnfinished(folder);
      const { backups, unfinished } = await readIndex(bucket);
      if (unfinished === undefined) return;
      await bucket.remove(unfinished);
      await writeIndex(bucket, { backups });
    },
  };
}

async function readIndex(bucket: PrivateBucket): Promise<Index> {
  const response = await bucket.get(INDEX);
  if (response === undefined) return { backups: [] };
  const parsed = indexSchema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw new Error(`backups/${INDEX} in the bucket is damaged`);
  return parsed.data;
}

async function writeIndex(bucket: PrivateBucket, index: Index): Promise<void> {
  await bucket.put(INDEX, new Blob([JSON.stringify(index)]));
}

/**
 * Uploads a file and reads it back. Adds its name to the index first, so that `removeLeftovers`
 * finds the object if the process is killed.
 */
async function upload(bucket: PrivateBucket, file: string, name: string): Promise<BackupRecord> {
  const body = await openAsBlob(file);
  const backup = toBackup(name, body.size);
  if (backup === undefined) throw new Error(`${name} isn't a valid backup name`);
  if (body.size > MAX_BYTES)
    throw new Error('The backup is too large: S3 stores accept at most 5 GB per upload');
  await bucket.requirePrivate();
  const { backups } = await readIndex(bucket);
  await writeIndex(bucket, { backups, unfinished: name });
  await bucket.put(name, body);
  const stored = await bucket.get(name);
  const isSame =
    stored?.body && (await hashOf(stored.body)) === (await hashOf(createReadStream(file)));
  if (!isSame) throw new Error('The backup in the S3 store differs from the original');
  await writeIndex(bucket, { backups: [...backups, { name, size: body.size }] });
  return backup;
}

async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}
