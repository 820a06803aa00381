import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanUpImports } from '../../../api/imports/cleanup.ts';
import { touchImportFolder } from '../../../api/imports/folder.ts';
import { age, DAY_MS, HOUR_MS, site } from './support.ts';

it('an upload is deleted when no one has continued it for 7 days', async () => {
  const { begin, send, services, job, files, pass } = await site();
  const begun = await begin('one two three');
  pass(7 * DAY_MS);
  await send(0, 'one ');
  pass(7 * DAY_MS);
  await cleanUpImports(services);
  expect(await files()).toEqual([begun.id]);
  expect(await job()).toMatchObject({ received: 4 });
  pass(1);
  await cleanUpImports(services);
  expect(await job()).toBeNull();
  expect(await files()).toEqual([]);
});

it('a rehearsal is deleted when no one has decided on it for 30 days', async () => {
  const { rehearse, services, job, files, pass } = await site();
  const { id } = await rehearse();
  pass(30 * DAY_MS);
  await cleanUpImports(services);
  expect((await job())?.id).toBe(id);
  pass(1);
  await cleanUpImports(services);
  expect(await job()).toBeNull();
  expect(await files()).toEqual([]);
});

it('the report of an import that is public or failed stays for 30 days', async () => {
  const { rehearse, startNode, call, admin, services, job, files, pass, folderOf } = await site();
  const { id } = await rehearse();
  await call('POST /api/imports/publish', { as: admin });
  const { look } = await startNode('a');
  await look();
  expect(await job()).toMatchObject({ status: 'published' });
  // A kill came before the rest was deleted.
  await writeFile(join(folderOf({ id }), 'blog.db'), 'left');
  await writeFile(join(folderOf({ id }), 'notes.json'), '[]');
  pass(30 * DAY_MS);
  await cleanUpImports(services);
  expect(await files({ id })).toEqual(['notes.json']);
  pass(1);
  await cleanUpImports(services);
  expect([await job(), await files()]).toEqual([null, []]);
});

it('an import never expires while the server works on it', async () => {
  const { begin, send, services, status, pass } = await site();
  await begin('export');
  await send(0, 'export');
  pass(365 * DAY_MS);
  await cleanUpImports(services);
  expect(await status()).toBe('waiting');
});

it('leftover folders are deleted after an hour', async () => {
  const { services, files, folderOf } = await site();
  const left = { id: '0'.repeat(16) };
  await mkdir(folderOf(left), { recursive: true });
  await cleanUpImports(services);
  expect(await files()).toEqual([left.id]);
  await age(folderOf(left), 2 * HOUR_MS);
  await cleanUpImports(services);
  expect(await files()).toEqual([]);
});

it('a long rehearsal on the terminal keeps its folder', async () => {
  const { services, files, folderOf } = await site();
  await mkdir(folderOf({ id: 'terminal' }), { recursive: true });
  await age(folderOf({ id: 'terminal' }), 2 * HOUR_MS);
  await touchImportFolder(services.env, 'terminal');
  await cleanUpImports(services);
  expect(await files()).toEqual(['terminal']);
});
