// @module-tag long
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../e2e/support/server.ts';

const DEV = fileURLToPath(new URL('../../scripts/dev.ts', import.meta.url));

/** Returns a free port with a free one after it, where `npm run dev` starts the API. */
async function freePair(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const next = createServer().listen(port + 1, '127.0.0.1');
    const isFree = await once(next, 'listening').then(
      () => true,
      () => false,
    );
    next.close();
    if (isFree) return port;
  }
}

it('npm run dev serves pages and the API on the same origin', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-dev-'));
  const port = await freePair();
  const child = spawn(process.execPath, [DEV], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data') },
  });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  const get = (path: string) => fetch(`http://localhost:${port}${path}`).catch(() => undefined);
  // The API starts with a build if there is none.
  await expect.poll(async () => (await get('/api/health'))?.status, { timeout: 55_000 }).toBe(200);
  const home = await get('/');
  expect(home?.status).toBe(200);
  expect(await home?.text()).toContain('Recent Posts');
  expect((await get('/api/post/getposts'))?.status).toBe(200);
});
