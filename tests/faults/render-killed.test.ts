// @module-tag long
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { fillWithPosts } from '../../bench/support/posts.ts';
import { ADMIN, freePort, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { figure } from '../support/tally.ts';
import { startProcess } from './support/process.ts';

const POSTS = isFullRun ? 6_000 : 200;
const KILLS = isFullRun ? 10 : 2;

test(`a first render of ${POSTS} posts that is killed ${KILLS} times writes no page twice`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-render-'));
  onTestFinished(() =>
    rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  );
  await fillWithPosts(dataDir, POSTS);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const posts = join(dataDir, 'site/post');
  /** When each complete page was written. */
  const written = async () => {
    const times = new Map<string, number>();
    for (const slug of await readdir(posts).catch(() => [])) {
      const page = await stat(join(posts, slug, 'index.html')).catch(() => undefined);
      if (page) times.set(slug, page.mtimeMs);
    }
    return times;
  };

  let before = new Map<string, number>();
  let again = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const server = startProcess({
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: dataDir,
      SEED: 'none',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
    const enough = (POSTS * kill) / (KILLS + 2);
    while ((await written()).size < enough) await wait(20);
    server.child.kill('SIGKILL');
    await server.ended;
    const now = await written();
    for (const [slug, at] of before) if (now.get(slug) !== at) again++;
    before = now;
  }
  const server = await startServer({ dataDir, port });
  onTestFinished(() => server.stop());
  // On a busy machine, posts that took over 2 s come after the release.
  await expect.poll(async () => (await written()).size).toBe(POSTS);
  const after = await written();
  for (const [slug, at] of before) if (after.get(slug) !== at) again++;

  figure('Pages that a full render rewrites after kills', `${again} of ${before.size}`);
  expect(again).toBe(0);
  for (const slug of before.keys()) {
    const page = join(posts, slug, 'index.html');
    const plain = await readFile(page);
    expect(gunzipSync(await readFile(`${page}.gz`)).equals(plain), slug).toBe(true);
    expect(brotliDecompressSync(await readFile(`${page}.br`)).equals(plain), slug).toBe(true);
  }
});
