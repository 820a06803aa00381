import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../e2e/support/server.ts';

const DEV = fileURLToPath(new URL('../../scripts/dev.ts', import.meta.url));

it('npm run dev serves pages and the API on the same origin', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwell-dev-'));
  const port = await freePort();
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
