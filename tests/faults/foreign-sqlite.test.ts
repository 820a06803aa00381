import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { inBackground } from '../support/background.ts';
import { foreignSqlite } from '../support/foreign-sqlite.ts';
import { isFullRun } from '../support/full-run.ts';
import { lockedFiles } from '../support/locks.ts';
import { record } from '../support/record.ts';
import { article, UNLIMITED, upload, type Visitor, visit } from './support/site.ts';

/**
 * The last connection that closes a database deletes its log. A server's locks say it isn't last.
 */

const ROUNDS = isFullRun ? 20 : 1;
/** Per round, at least. */
const WRITES = 10;
const READS = 3;
const BETWEEN_READS_MS = isFullRun ? 1000 : 100;

const run = promisify(execFile);

let folder: string;
let dataDir: string;
let database: string;
let port: number;
let server: RunningServer;
let foreign: (file: string, sql: string) => Promise<string>;
/** The slugs of posts that were answered with 201. */
const confirmed = new Set<string>();

const start = () => startServer({ dataDir, port, env: UNLIMITED });

beforeAll(async () => {
  foreign = foreignSqlite();
  folder = await mkdtemp(join(tmpdir(), 'inkwell-foreign-'));
  dataDir = join(folder, 'data');
  database = join(dataDir, 'blog.db');
  port = await freePort();
  // The first start creates the files, so it differs from all others.
  server = await start();
  await server.kill('SIGTERM');
  server = await start();
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

const countPosts = () => foreign(database, 'select count(*) from posts');

async function write(admin: Visitor): Promise<void> {
  const { status, text } = await admin.call('POST', '/api/post/create', article());
  expect(status, text).toBe(201);
  confirmed.add((JSON.parse(text) as { slug: string }).slug);
}

/** Returns which of these posts aren't in a database file. */
async function lostIn(file: string, slugs: Iterable<string>): Promise<string[]> {
  const found = new Set((await foreign(file, 'select slug from posts')).split('\n'));
  return [...slugs].filter((slug) => !found.has(slug));
}

async function expectAllLocked(after: string): Promise<void> {
  const files = ['blog.db', 'blog.db-shm', 'lock.db'].map((name) => join(dataDir, name));
  expect(lockedFiles(server.pid, files), `locks after ${after}`).toEqual(files);
}

/** Ends the server without warning, and starts it again. */
async function killAndStart(): Promise<void> {
  await server.kill('SIGKILL');
  expect(await lostIn(database, confirmed), 'confirmed posts that are lost').toEqual([]);
  expect(await foreign(database, 'pragma integrity_check')).toBe('ok');
  server = await start();
}

/**
 * Reads repeatedly, like an owner with a watch command. Returns the count, and a function to stop.
 */
function startReading() {
  const reading = { count: 0, isOver: false };
  const loop = inBackground(
    (async () => {
      while (!reading.isOver) {
        await countPosts();
        await readFiles();
        reading.count++;
        await new Promise((wait) => setTimeout(wait, BETWEEN_READS_MS));
      }
    })(),
  );
  return {
    count: () => reading.count,
    async stop() {
      reading.isOver = true;
      await loop;
    },
  };
}

test(`confirmed posts survive ${ROUNDS} kills while another SQLite keeps reading the database`, async () => {
  await expectAllLocked('a second start');
  let reads = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const admin = await visit(server);
    const reader = startReading();
    for (let n = 0; n < WRITES || reader.count() < READS; n++) await write(admin);
    await reader.stop();
    await write(admin);
    reads += reader.count();
    await expectAllLocked(`${reader.count()} reads`);
    await killAndStart();
  }
  const value = `${confirmed.size} posts, ${reads} reads, ${ROUNDS} kills: 0 lost, no damage`;
  console.log(value);
  record({ file: 'tests/faults/foreign-sqlite.test.ts', figure: 'read by another SQLite', value });
});

/** Like a virus scanner or a copy: opens every file of the database, and closes it again. */
async function readFiles(): Promise<void> {
  const names = ['blog.db', 'blog.db-wal', 'blog.db-shm', 'lock.db'];
  await run(
    'sha256sum',
    names.map((name) => join(dataDir, name)),
  );
}

/** Runs one of our commands next to the running site. */
async function command(name: string, ...args: string[]) {
  const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));
  const env = { ...process.env, ...UNLIMITED, DATA_DIR: dataDir, PORT: String(await freePort()) };
  return await run(process.execPath, [script, ...args], { env });
}

test('each of our commands leaves the locks of the running site, and loses nothing', {
  tags: 'long',
}, async () => {
  const admin = await visit(server);
  const [archive, json] = [join(folder, 'site.tar.gz'), join(folder, 'site.json')];
  await write(admin);
  await countPosts();
  await write(admin);
  const before = [...confirmed];
  await Promise.all([command('backup', archive), command('export', json)]);
  await write(admin);
  await countPosts();
  await expectAllLocked('npm run backup and export');
  const refusals = [
    expect(command('restore', archive)).rejects.toMatchObject({
      stderr: expect.stringContaining('a server is running'),
    }),
    expect(command('start')).rejects.toMatchObject({
      stderr: expect.stringContaining('another Inkwell is running'),
    }),
  ];
  await Promise.all([
    ...refusals,
    command('import', json),
    command('user', 'create', 'ada', 'ada@example.com'),
    command('site-pictures'),
    write(admin),
  ]);
  await countPosts();
  await expectAllLocked('all other commands');
  await write(admin);
  await killAndStart();
  const restored = join(folder, 'restored');
  const restore = fileURLToPath(new URL('../../scripts/restore.ts', import.meta.url));
  await run(process.execPath, [restore, archive], { env: { ...process.env, DATA_DIR: restored } });
  expect(await lostIn(join(restored, 'blog.db'), before), 'missing in the backup').toEqual([]);
});

test('the work of the server itself keeps its locks', async () => {
  const admin = await visit(server);
  const { publicUrl } = await upload(server.url, admin);
  const calls = [
    // Each with a thread, a child process or a file of its own.
    ['GET', '/api/post/getposts?searchTerm=text'],
    ['GET', '/api/post/getposts?limit=9'],
    ['GET', '/api/user/export'],
    ['GET', '/api/audit?format=csv'],
    ['GET', '/api/stats/desk'],
    ['GET', '/api/media/getpictures?unused=1'],
    ['DELETE', '/api/media/delete', { url: publicUrl }],
    ['GET', '/post/article-1'],
  ] as const;
  for (const [method, path, json] of calls) {
    const { status } = await admin.call(method, path, json);
    expect([path, status]).toEqual([path, 200]);
    await expectAllLocked(`${method} ${path}`);
  }
  await write(admin);
  await countPosts();
  await write(admin);
  await killAndStart();
});
