import { expect, it } from 'vitest';
import { importFolder, uploadFile } from '../../../api/imports/folder.ts';
import {
  IMPORT_LEASE,
  lockImportJob,
  newImport,
  readImportJob,
  removeImportJob,
  toImportJob,
  writeImportJob,
} from '../../../api/imports/job.ts';
import { testDatabase } from '../../support/database.ts';

const NOW = new Date('2026-01-05T03:15:00.000Z');
const options = {
  ...{ from: null, author: null, baseUrl: null, sitemap: null },
  ...{ pictures: 'fetch' as const, merge: false },
};
const begun = () => newImport({ name: 'a.zip', size: 10, options, by: 'ana' }, 'uploading', NOW);

it('a site has at most one import', async () => {
  const database = await testDatabase();
  expect(await readImportJob(database.read)).toBeNull();
  const job = begun();
  await database.transaction(async (tx) => {
    expect(await lockImportJob(tx)).toBeNull();
    await writeImportJob(tx, job);
  });
  expect(await readImportJob(database.read)).toEqual(job);
  await database.transaction(async (tx) => {
    expect(await lockImportJob(tx)).toEqual(job);
    await removeImportJob(tx);
  });
  expect(await readImportJob(database.read)).toBeNull();
});

it('only one of several simultaneous imports begins', async () => {
  const database = await testDatabase();
  const begin = () =>
    database.transaction(async (tx) => {
      if (await lockImportJob(tx)) return false;
      await writeImportJob(tx, begun());
      return true;
    });
  const began = await Promise.all(Array.from({ length: 5 }, begin));
  expect(began.filter(Boolean)).toHaveLength(1);
});

it('the secret of an import is only in the address of its site', () => {
  const job = begun();
  expect(job.secret).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(toImportJob(job))).not.toContain(job.secret);
  expect(toImportJob(job)).toMatchObject({ address: null, status: 'uploading', received: 0 });
  const ready = toImportJob({ ...job, status: 'ready' });
  expect(ready.address).toBe(`/api/rehearsal/${job.secret}/`);
  expect(begun().secret).not.toBe(job.secret);
});

it('an import has a folder of its own', () => {
  const env = { dataDir: '/data' };
  expect(importFolder(env, '0123456789abcdef')).toBe('/data/imports/0123456789abcdef');
  expect(uploadFile(env, '0123456789abcdef')).toBe('/data/imports/0123456789abcdef/upload');
  expect(IMPORT_LEASE).toBe('import');
});
