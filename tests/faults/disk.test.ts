import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ADMIN, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { canMount, mount, smallDisk } from './support/disk.ts';
import {
  article,
  call,
  damageIn,
  newAccount,
  UNLIMITED,
  until,
  upload,
  visit,
} from './support/site.ts';

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));
const KB = 1024;
/** Free bytes. Each amount makes another write fail first: WAL, page, its variants, picture. */
const LEFT = isFullRun
  ? [0, 4, 8, 16, 32, 64, 96, 128, 192, 256, 512, 1024].map((kb) => kb * KB)
  : [0, 24 * KB, 160 * KB];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-disk-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

interface Kept {
  posts: string[];
  comments: string[];
  accounts: string[];
  pictures: string[];
}

describe.runIf(canMount())('a disk that fills up while the site runs', () => {
  it(`loses no acknowledged write, is reported, and needs no restart once there is space (${LEFT.length} amounts of free space)`, async () => {
    const disk = await smallDisk(folder, 'small', '64m');
    const dataDir = join(disk.folder, 'data');
    const server = await startServer({ dataDir, env: UNLIMITED });
    onTestFinished(() => server.stop());
    const admin = await visit(server);
    const first = await admin.call('POST', '/api/post/create', article());
    const post = JSON.parse(first.text) as { _id: string; slug: string };
    const kept: Kept = { posts: [post.slug], comments: [], accounts: [], pictures: [] };
    const refusals: number[] = [];
    /** Expects a clear error for a failed write, and remembers a successful one. */
    const expectStoredOrReported = (status: number, text: string, keep: () => void) => {
      if (status < 300) return keep();
      expect([503, 507], text).toContain(status);
      expect(text).toMatch(/no space left|cannot store/);
      refusals.push(status);
    };
    for (const left of LEFT) {
      await disk.fill(left);
      for (let again = 0; again < 2; again++) {
        const made = await admin.call('POST', '/api/post/create', article());
        expectStoredOrReported(made.status, made.text, () =>
          kept.posts.push(JSON.parse(made.text).slug),
        );
        const account = newAccount();
        const signedUp = await call(server.url, 'POST', '/api/auth/signup', { json: account });
        expectStoredOrReported(signedUp.status, signedUp.text, () =>
          kept.accounts.push(account.email),
        );
        const json = {
          content: `Comment ${left} ${again}`,
          postId: post._id,
          userId: admin.userId,
        };
        const said = await admin.call('POST', '/api/comment/create', json);
        expectStoredOrReported(said.status, said.text, () =>
          kept.comments.push(JSON.parse(said.text)._id),
        );
        const { email, password } = ADMIN;
        const signIn = await call(server.url, 'POST', '/api/auth/signin', {
          json: { email, password },
        });
        expectStoredOrReported(signIn.status, signIn.text, () => undefined);
        const sent = await upload(server.url, admin);
        expectStoredOrReported(sent.status, sent.text, () => kept.pictures.push(sent.publicUrl));
      }
      const health = await call(server.url, 'GET', '/api/health');
      expect([health.status, JSON.parse(health.text)]).toEqual([
        200,
        { status: 'ok', warnings: ['disk'] },
      ]);
      // Readers notice nothing. An acknowledged post is served, with or without a file.
      for (const path of ['/', '/about', `/post/${kept.posts.at(-1)}`, '/api/post/getposts']) {
        expect([path, (await call(server.url, 'GET', path)).status]).toEqual([path, 200]);
      }
      await disk.empty();
      // Recovers without a restart.
      await until(async () => {
        const status = await admin.call('GET', '/api/publish/status');
        if (status.status !== 200) return false;
        const { queued, rendering, failed } = JSON.parse(status.text);
        for (const { postId } of failed) await admin.call('POST', `/api/publish/retry/${postId}`);
        return queued.length + rendering.length + failed.length === 0;
      });
      const after = await admin.call('POST', '/api/post/create', article());
      expect(after.status, after.text).toBe(201);
      kept.posts.push(JSON.parse(after.text).slug);
    }
    expect(refusals.length, 'the disk was full').toBeGreaterThan(0);

    const listed = new Set<string>();
    for (let start = 0; start < kept.posts.length; start += 100) {
      const page = await call(
        server.url,
        'GET',
        `/api/post/getposts?limit=100&startIndex=${start}`,
      );
      for (const { slug } of JSON.parse(page.text).posts) listed.add(slug);
    }
    for (const slug of kept.posts) {
      expect(listed).toContain(slug);
      const page = await call(server.url, 'GET', `/post/${slug}`);
      expect([slug, page.status, page.text.endsWith('</html>')]).toEqual([slug, 200, true]);
    }
    const thread = await call(
      server.url,
      'GET',
      `/api/comment/getPostComments/${post._id}?limit=100`,
    );
    const there = (JSON.parse(thread.text) as { _id: string }[]).map(({ _id }) => _id);
    expect(there.sort()).toEqual(kept.comments.sort());
    for (const address of kept.pictures) {
      expect([address, (await fetch(server.url + address)).status]).toEqual([address, 200]);
    }
    const { text } = await admin.call('GET', '/api/user/getusers?limit=100');
    const emails = (JSON.parse(text).users as { email: string }[]).map(({ email }) => email);
    for (const email of kept.accounts) expect(emails).toContain(email);
    // The search index may still be being written.
    const halves = async () =>
      (await readdir(dataDir, { recursive: true })).filter((name) => /[^/]\.tmp$/.test(name));
    await expect.poll(halves, { message: 'half-written files', timeout: 30_000 }).toEqual([]);
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(damageIn(join(dataDir, 'blog.db'))).toBe(null);
    console.log(
      `disk full with ${LEFT.length} amounts of free space: ${refusals.length} refused writes, ${kept.posts.length} posts kept`,
    );
  });

  it('a start with a folder that became read-only fails, names the folder, and damages nothing', {
    tags: 'long',
  }, async () => {
    const dataDir = join(folder, 'read-only');
    await mkdir(dataDir);
    const server = await startServer({ dataDir });
    const admin = await visit(server);
    const { text } = await admin.call('POST', '/api/post/create', article());
    await server.kill('SIGTERM');
    mount(dataDir, '--bind', dataDir);
    onTestFinished(() => {
      spawnSync('umount', ['-l', dataDir]);
    });
    mount(dataDir, '-o', 'remount,bind,ro');
    const child = spawn(process.execPath, [START], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, PORT: new URL(server.url).port },
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number];
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^DATA_DIR: cannot write to .*read-only.*\n$/),
    ]);
    spawnSync('umount', ['-l', dataDir]);
    const again = await startServer({ dataDir });
    onTestFinished(() => again.stop());
    expect((await call(again.url, 'GET', `/post/${JSON.parse(text).slug}`)).status).toBe(200);
  });
});
