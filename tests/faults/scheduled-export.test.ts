// @module-tag long
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { BackupList } from '../../api/contract/backups.ts';
import { startServer } from '../e2e/support/server.ts';
import { article, until, visit } from './support/site.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-export-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function isRunning(pid: string): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return state !== '' && !/\) Z /.test(state);
}

it('a kill ends the command of an export, and the next start runs it to its end', async () => {
  const dataDir = join(folder, 'data');
  const exports = join(folder, 'export');
  const start = async (EXPORT_COMMAND: string) => {
    const server = await startServer({ dataDir, env: { EXPORT_DIR: exports, EXPORT_COMMAND } });
    onTestFinished(() => server.stop());
    return { server, admin: await visit(server) };
  };
  const { server, admin } = await start('echo $$ > ../pid; sleep 300; echo no > ../done');
  expect((await admin.call('POST', '/api/post/create', article())).status).toBe(201);
  expect((await admin.call('PUT', '/api/settings', { exportEvery: 'day' })).status).toBe(200);
  const pid = await until(async () =>
    (await readFile(join(folder, 'pid'), 'utf8').catch(() => '')).trim(),
  );
  await server.kill('SIGKILL');
  await until(async () => !(await isRunning(pid)));
  expect(await readdir(join(exports, 'posts'))).toHaveLength(1);

  const again = await start('echo yes > ../done');
  const done = await until(async () => {
    const { text } = await again.admin.call('GET', '/api/backups');
    const { exports } = JSON.parse(text) as BackupList;
    return exports?.last && exports;
  });
  expect(done).toMatchObject({ every: 'day', failure: null, isLate: false });
  expect(await readFile(join(folder, 'done'), 'utf8')).toBe('yes\n');
});
