// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuild } from '../../scripts/build.ts';
import { freePort } from '../e2e/support/server.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { type Fifo, openFifo } from '../support/fifo.ts';
import { call, until } from './support/site.ts';

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));
const REQUESTS = 200;

beforeAll(async () => {
  await ensureBuild();
});

/** Starts the product with a pipe for all that it prints. Resolves when it's healthy. */
async function startInto({ fd }: Fifo) {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-log-'));
  const port = await freePort();
  const child = spawn(process.execPath, [START], {
    stdio: ['ignore', fd, fd],
    env: {
      PATH: process.env.PATH ?? '',
      ...COMPILE_CACHE,
      DATA_DIR: folder,
      PORT: String(port),
      SEED: 'none',
      LOG_LEVEL: 'info',
    },
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  const url = `http://127.0.0.1:${port}`;
  const status = async (path: string) => (await call(url, 'GET', path)).status;
  await until(async () => (await status('/api/health').catch(() => 0)) === 200);
  return {
    async readPages() {
      for (let n = 0; n < REQUESTS; n++) expect(await status('/about')).toBe(200);
    },
    async stop() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

test('a server whose log is no longer read keeps running, and shuts down cleanly', async () => {
  const fifo = openFifo({ isBlocking: true });
  const server = await startInto(fifo);
  fifo.fill();
  await server.readPages();
  expect(await server.stop()).toBe(0);
});

test('so does a server whose log reader dies', async () => {
  const fifo = openFifo({ isBlocking: true });
  const server = await startInto(fifo);
  fifo.closeReader();
  await server.readPages();
  expect(await server.stop()).toBe(0);
});

test('so does a server whose log reader stops reading and then dies', async () => {
  const fifo = openFifo({ isBlocking: true });
  const server = await startInto(fifo);
  fifo.fill();
  await server.readPages();
  fifo.closeReader();
  expect(await server.stop()).toBe(0);
});
