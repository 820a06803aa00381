import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PublishStatus } from '../../api/contract/publish.ts';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import {
  type Answer,
  article,
  call,
  newAccount,
  PASSWORD,
  recordRow,
  UNLIMITED,
  until,
  upload,
  type Visitor,
  visit,
} from './support/site.ts';

const ROUNDS = isFullRun ? 5 : 1;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Clock offsets in days, in order. */
const DAYS = isFullRun ? [0, 40, -40, 4000, -400, 0] : [40, -40];

/** The short run tries only the first way to break something. */
const ways = <T>(all: T[]): T[] => (isFullRun ? all : all.slice(0, 1));

let folder: string;
let clockFile: string;
let server: RunningServer;
let admin: Visitor;

const dataDir = () => join(folder, 'data');

async function start(port?: number): Promise<void> {
  server = await startServer({
    dataDir: dataDir(),
    ...(port === undefined ? {} : { port }),
    env: {
      ...UNLIMITED,
      CLOCK_FILE: clockFile,
      NODE_OPTIONS: `--import ${new URL('support/clock.ts', import.meta.url).href}`,
    },
  });
  admin = await visit(server);
}

const setClock = (ms: number) => writeFile(clockFile, String(ms));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-surroundings-'));
  clockFile = join(folder, 'clock');
  await setClock(0);
  await start(await freePort());
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function restart(whileDown: () => Promise<void>): Promise<void> {
  await server.kill('SIGTERM');
  await whileDown();
  await start(Number(new URL(server.url).port));
}

async function publish(): Promise<{ _id: string; slug: string; title: string }> {
  const { status, text } = await admin.call('POST', '/api/post/create', article());
  expect(status, text).toBe(201);
  return JSON.parse(text) as { _id: string; slug: string; title: string };
}

async function state(): Promise<PublishStatus> {
  return JSON.parse((await admin.call('GET', '/api/publish/status')).text) as PublishStatus;
}

const statusOf = async (path: string) => (await call(server.url, 'GET', path)).status;

describe('a database locked by another process', () => {
  it(`blocks only writes, which fail with a clear message after the timeout, ${ROUNDS} times`, async () => {
    const other = new SQLite(join(dataDir(), 'blog.db'), { timeout: 5000 });
    onTestFinished(() => void other.close());
    const post = await publish();
    for (let round = 0; round < ROUNDS; round++) {
      const write = () =>
        admin.call('POST', '/api/comment/create', {
          content: `Round ${round} ${Math.random()}`,
          postId: post._id,
          userId: admin.userId,
        });
      other.exec('BEGIN IMMEDIATE');
      let answered: Answer | undefined;
      const short = write().then((answer) => {
        answered = answer;
      });
      for (const path of ['/', `/post/${post.slug}`, '/api/post/getposts', '/api/health']) {
        expect([path, await statusOf(path)]).toEqual([path, 200]);
      }
      expect(answered, 'the write is waiting').toBeUndefined();
      other.exec('ROLLBACK');
      await short;
      expect(answered).toMatchObject({ status: 201 });

      other.exec('BEGIN IMMEDIATE');
      const { status, headers, text } = await write();
      other.exec('ROLLBACK');
      expect([status, headers.get('Retry-After'), text]).toEqual([
        503,
        '1',
        expect.stringMatching(/The database does not answer/),
      ]);
      expect(await write()).toMatchObject({ status: 201 });
    }
  });
});

describe('a render thread that runs out of memory', () => {
  it(`a render thread that runs out of memory is replaced, the post is shown as failed, and the others are published, ${ROUNDS} times`, {
    tags: 'long',
  }, async () => {
    const database = new SQLite(join(dataDir(), 'blog.db'), { timeout: 5000 });
    onTestFinished(() => void database.close());
    const setContent = (id: string, content: string) =>
      database.prepare('UPDATE posts SET content = ? WHERE id = ?').run(content, id);
    for (let round = 0; round < ROUNDS; round++) {
      const bad = await publish();
      setContent(bad._id, '<br>'.repeat(4_000_000));
      recordRow(database, { postId: bad._id, slug: bad.slug });
      const good = await publish();
      // A slow machine may end the first attempt for taking too long. It's tried again with more
      // time.
      const failed = await until(async () =>
        (await state()).failed.find(
          ({ postId, error }) => postId === bad._id && !/took over/.test(error ?? ''),
        ),
      );
      expect(failed.error).toMatch(/memory|terminated|aborted/i);
      expect(await statusOf(`/post/${good.slug}`)).toBe(200);
      // The previous version of its page still exists.
      expect(await statusOf(`/post/${bad.slug}`)).toBe(200);
      expect(await statusOf('/api/health')).toBe(200);
      setContent(bad._id, '<p>Repaired.</p>');
      const retry = await admin.call('POST', `/api/publish/retry/${bad._id}`);
      // `pending` if an attempt that was running takes long to fail.
      expect(JSON.parse(retry.text).state).toMatch(/live|pending/);
      await until(async () =>
        (await call(server.url, 'GET', `/post/${bad.slug}`)).text.includes('Repaired.'),
      );
    }
  });
});

describe('a damaged published site', () => {
  it('still serves every post when files are missing, before and after a restart', async () => {
    const [first, second] = [await publish(), await publish()];
    const page = (slug: string) => join(dataDir(), 'site/post', slug);
    // It may be written again at the same time, as a neighbor of the second.
    await rm(page(first.slug), { recursive: true, maxRetries: 5, retryDelay: 100 });
    expect(await statusOf(`/post/${first.slug}`)).toBe(200);
    await restart(async () => {
      for (const name of ['index.html', 'rss.xml', 'post']) {
        await rm(join(dataDir(), 'site', name), { recursive: true });
      }
    });
    for (const path of ['/', '/rss.xml', `/post/${first.slug}`, `/post/${second.slug}`]) {
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    }
  });

  it.each(
    ways([
      ['all of it, which is what docs/reliability.md tells to do', ['site', 'releases']],
      ['its link', ['site']],
      ['its mark of being complete', ['site/.release.json']],
    ]),
  )('is rebuilt at the next start if it has lost %s', { tags: 'long' }, async (_what, names) => {
    const post = await publish();
    await restart(async () => {
      await truncate(join(dataDir(), 'site/index.html'), 10);
      for (const name of names) await rm(join(dataDir(), name), { recursive: true });
    });
    const file = join(dataDir(), 'site/post', post.slug, 'index.html');
    expect(await readFile(file, 'utf8')).toContain(post.title);
    const home = await call(server.url, 'GET', '/');
    expect([home.status, home.text.endsWith('</html>')]).toEqual([200, true]);
  });
});

describe('a damaged search index', () => {
  it.each(
    ways<[string, (file: string) => Promise<void>]>([
      ['corrupt files', (file) => writeFile(file, 'rubbish')],
      ['empty files', (file) => writeFile(file, '')],
      ['no files', (file) => rm(file)],
    ]),
  )(
    'with %s is rebuilt, and searches still find posts in the meantime',
    { tags: 'long' },
    async (_what, damage) => {
      const post = await publish();
      const words = encodeURIComponent(post.title);
      await until(async () => (await state()).index.state === 'current');
      const root = () => join(dataDir(), 'site/search');
      await restart(async () => {
        const entries = await readdir(root(), { recursive: true, withFileTypes: true });
        for (const entry of entries) {
          // Skips the search page itself.
          if (entry.isFile() && entry.parentPath !== root())
            await damage(join(entry.parentPath, entry.name));
        }
      });
      const found = await call(server.url, 'GET', `/api/post/getposts?searchTerm=${words}`);
      expect(JSON.parse(found.text).totalPosts).toBeGreaterThan(0);
      await publish();
      await until(async () => {
        const { state: now, posts } = (await state()).index;
        return now === 'current' && posts > 0;
      });
      const names = (await readdir(root(), { recursive: true })).filter((name) =>
        /index\.json$/.test(name),
      );
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) JSON.parse(await readFile(join(root(), name), 'utf8'));
      expect(await statusOf('/search')).toBe(200);
    },
  );
});

describe('a clock that jumps', () => {
  it('forward and back ends only expired sessions and breaks nothing else', async () => {
    onTestFinished(() => setClock(0));
    const account = newAccount();
    const signedUp = await call(server.url, 'POST', '/api/auth/signup', { json: account });
    expect(signedUp.status).toBe(201);
    const signIn = (password: string) =>
      call(server.url, 'POST', '/api/auth/signin', { json: { email: account.email, password } });
    for (const days of DAYS) {
      const before = admin;
      await setClock(days * DAY_MS);
      if (days === 40) {
        expect((await before.call('GET', '/api/publish/status')).status).toBe(401);
      }
      admin = await visit(server);
      const post = await publish();
      const file = join(dataDir(), 'site/post', post.slug, 'index.html');
      expect(await readFile(file, 'utf8')).toContain(post.title);
      expect(await statusOf(`/post/${post.slug}`)).toBe(200);
      const json = { content: `On day ${days}`, postId: post._id, userId: admin.userId };
      expect((await admin.call('POST', '/api/comment/create', json)).status).toBe(201);
      expect((await upload(server.url, admin)).status).toBe(201);
      // Sitemap and archive are updated soon after, whatever the time.
      await until(async () => {
        const { queued, rendering, failed } = await state();
        return queued.length + rendering.length + failed.length === 0;
      });
      // The user is rate-limited at the current clock, but not after the next jump.
      expect([days, (await signIn(PASSWORD)).status]).toEqual([days, 200]);
      if (days === DAYS.at(-1)) break;
      for (let i = 0; i < 10; i++) expect((await signIn('wrong')).status).toBe(401);
      expect((await signIn(PASSWORD)).status).toBe(429);
    }
  });
});
