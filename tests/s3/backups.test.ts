import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackupStore } from '../../api/backups/create-store.ts';
import { loadEnv } from '../../api/env.ts';
import { makeScheduledBackup } from '../../cli/scheduled-backup.ts';
import { testDatabase } from '../support/database.ts';
import { bucketUrl, client, closeBucket, openBucket, variables } from './bucket.ts';
import { storeProxy } from './store-proxy.ts';

beforeAll(openBucket);
afterAll(closeBucket);

const CONFIGURATION = { environment: {}, secrets: [] };

/** A site with its pictures, and so its backups, in the bucket. */
async function site(more: Record<string, string> = {}) {
  const { folder, url } = await testDatabase();
  const env = loadEnv({ DATA_DIR: folder, DATABASE_URL: url, ...variables, ...more });
  const store = createBackupStore(env);
  // Other tests use the same bucket.
  for (const { name } of await store.list()) await store.remove(name);
  const make = () => makeScheduledBackup({ env, configuration: CONFIGURATION, store });
  return { folder, store, make };
}

test('a backup is stored in the bucket, read back, listed and opened, and no one else can read it', async () => {
  const { store, make, folder } = await site();
  const backup = await make();
  expect(await store.list()).toEqual([backup]);
  const opened = await store.open(backup.name);
  const bytes = await new Response(opened?.body).arrayBuffer();
  expect([opened?.size, bytes.byteLength]).toEqual([backup.size, backup.size]);
  expect(await readdir(join(folder, 'backups')), 'nothing stays on the server').toEqual([]);
  for (const base of [variables.S3_PUBLIC_URL, bucketUrl, `${variables.S3_ENDPOINT}/pictures`]) {
    const { ok } = await fetch(`${base}/backups/${backup.name}`);
    expect([base, ok]).toEqual([base, false]);
  }
  expect(await store.remove(backup.name)).toBe(true);
  expect(await store.list()).toEqual([]);
  expect(await store.open(backup.name)).toBeUndefined();
});

test('a bucket that is away fails the backup, and the next try works', async () => {
  const proxy = await storeProxy();
  const { store, make, folder } = await site({ S3_ENDPOINT: proxy.url });
  proxy.before = (line) => {
    if (/^PUT backups\/inkwell-/.test(line)) proxy.isDown = true;
  };
  await expect(make()).rejects.toThrow("The S3 store can't be reached");
  delete proxy.before;
  proxy.isDown = false;
  expect(await readdir(join(folder, 'backups'))).toEqual([]);
  expect(await store.list()).toEqual([]);
  await store.removeLeftovers();
  const backup = await make();
  expect(await store.list()).toEqual([backup]);
});

test('what a killed backup left in the bucket isn’t listed, and is removed', async () => {
  const { store, folder } = await site();
  const name = 'inkwell-2026-01-05T03-15-00Z.tar.gz';
  const keyOf = (key: string) => `${variables.S3_ENDPOINT}/pictures/backups/${key}`;
  await client.fetch(keyOf(name), { method: 'PUT', body: 'half' });
  const index = JSON.stringify({ backups: [], unfinished: name });
  await client.fetch(keyOf('index.json'), { method: 'PUT', body: index });
  await mkdir(join(folder, 'backups', '.new-killed'), { recursive: true });
  await writeFile(join(folder, 'backups', '.new-killed', name), 'half');
  expect(await store.list()).toEqual([]);
  await store.removeLeftovers();
  expect((await client.fetch(keyOf(name))).status).toBe(404);
  expect(await readdir(join(folder, 'backups'))).toEqual([]);
});
