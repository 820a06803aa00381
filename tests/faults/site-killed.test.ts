// @module-tag long
import { access, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { fillWithPosts } from '../../bench/support/posts.ts';
import { startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { call, visit } from './support/site.ts';
import { namesIn, postsIn } from './support/site-names.ts';

const POSTS = isFullRun ? 2_000 : 150;
/** How much of the next release exists when the process is killed. */
const KILLED_AT = isFullRun ? [0, 0.1, 0.3, 0.5, 0.7, 0.9] : [0, 0.4];

/** Returns how many posts the release has that is being rendered; `undefined` without one. */
async function drafted(dataDir: string): Promise<number | undefined> {
  for (const name of await readdir(join(dataDir, 'releases'))) {
    const root = join(dataDir, 'releases', name);
    const isDraft = await access(join(root, '.draft.json')).then(
      () => true,
      () => false,
    );
    if (isDraft) return (await postsIn(root)).length;
  }
  return undefined;
}

test('a process that is killed while it applies settings leaves one site whole, and the next one applies them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkwell-site-'));
  onTestFinished(() =>
    rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  );
  await fillWithPosts(dataDir, POSTS);
  let server = await startServer({ dataDir });
  onTestFinished(() => server.stop());
  const admin = await visit(server);
  const port = Number(new URL(server.url).port);
  let before = 'Inkwell';
  await expect.poll(() => namesIn(dataDir).catch(String)).toEqual([before]);

  let interrupted = 0;
  for (const [round, share] of KILLED_AT.entries()) {
    const name = `Name ${round}`;
    const stored = await admin.call('PUT', '/api/settings/site', {
      version: round,
      site: { name },
    });
    expect([stored.status, stored.text]).toEqual([200, expect.stringContaining('"applying"')]);
    // A fast machine may have finished.
    while (share > 0 && ((await drafted(dataDir)) ?? -1) < POSTS * share) {
      if ((await namesIn(dataDir)).includes(name)) break;
      await wait(2);
    }
    await server.kill('SIGKILL');
    const [left, ...others] = await namesIn(dataDir);
    expect(others).toEqual([]);
    expect([before, name]).toContain(left);
    if (left === before) interrupted++;

    server = await startServer({ dataDir, port });
    for (let served = ''; served !== name; await wait(20)) {
      const names = await namesIn(dataDir);
      expect(names).toHaveLength(1);
      served = names[0] ?? '';
      expect([before, name]).toContain(served);
    }
    for (const path of ['/', '/rss.xml', '/manifest.webmanifest']) {
      expect((await call(server.url, 'GET', path)).text).toContain(name);
    }
    const status = async () =>
      JSON.parse((await admin.call('GET', '/api/publish/status')).text).site;
    const version = round + 1;
    await expect.poll(status).toEqual({ wanted: version, live: version, error: null });
    // On a busy machine, posts that took over 2 s come after the release.
    const posts = async () => (await postsIn(await realpath(join(dataDir, 'site')))).length;
    await expect.poll(posts).toBe(POSTS);
    before = name;
  }
  expect(interrupted).toBeGreaterThan(0);
});
