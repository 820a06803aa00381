// @module-tag long
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../e2e/support/server.ts';
import { call, until, visit } from './support/site.ts';

it('a redirect works at once, and is in the file for static hosts even after a kill', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-redirects-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  let server = await startServer({ dataDir });
  onTestFinished(() => server.stop());
  const admin = await visit(server);
  const add = async (redirect: object) => {
    const { status, text } = await admin.call('POST', '/api/redirects', redirect);
    expect(status, text).toBe(201);
  };
  const answerOf = async (path: string) => {
    const { status, headers } = await call(server.url, 'GET', path);
    return [status, headers.get('location')];
  };
  const lines = async () => (await readFile(join(dataDir, 'site/_redirects'), 'utf8')).split('\n');

  expect(await answerOf('/old/page?a=b')).toEqual([404, null]);
  await add({ from: '/old/*', to: '/about', status: 301 });
  expect(await answerOf('/old/page?a=b')).toEqual([301, '/about?a=b']);
  await until(async () => (await lines()).includes('/old/* /about 301'));

  await add({ from: '/ended', to: null, status: 410 });
  await add({ from: '/moved', to: 'https://example.com/', status: 302 });
  await server.kill('SIGKILL');
  server = await startServer({ dataDir });
  expect(await answerOf('/ended')).toEqual([410, null]);
  expect(await answerOf('/moved')).toEqual([302, 'https://example.com/']);
  await until(async () => (await lines()).includes('/moved https://example.com/ 302'));
});
