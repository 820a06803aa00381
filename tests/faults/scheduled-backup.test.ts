import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { BackupList } from '../../api/contract/backups.ts';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { canMount, smallDisk } from './support/disk.ts';
import { article, call, rowsOf, until, upload, type Visitor, visit } from './support/site.ts';

const run = promisify(execFile);
const RESTORE = fileURLToPath(new URL('../../scripts/restore.ts', import.meta.url));
const MB = 1024 * 1024;
/** Tables that a scheduled backup must have row by row. */
const TABLES = ['users', 'posts', 'comments', 'documents', 'pictures', 'tags', 'likes'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-schedule-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Starts a site with a post, a comment and a picture. */
async function startSite(dataDir: string): Promise<{ server: RunningServer; admin: Visitor }> {
  const server = await startServer({ dataDir });
  onTestFinished(() => server.stop());
  const admin = await visit(server);
  const { text } = await admin.call('POST', '/api/post/create', article());
  const json = { content: 'A comment', postId: JSON.parse(text)._id, userId: admin.userId };
  expect((await admin.call('POST', '/api/comment/create', json)).status).toBe(201);
  expect((await upload(server.url, admin)).status).toBe(201);
  return { server, admin };
}

async function read(admin: Visitor): Promise<BackupList> {
  const { status, text } = await admin.call('GET', '/api/backups');
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

/** Waits until the backup that was asked for is done or has failed. */
async function finished(admin: Visitor): Promise<BackupList> {
  return await until(async () => {
    const list = await read(admin);
    return !list.isRunning && (list.last ?? list.failure) !== null && list;
  });
}

async function picturesIn(dataDir: string): Promise<Record<string, string>> {
  const uploads = join(dataDir, 'uploads');
  const names = (await readdir(uploads)).filter((name) => !name.startsWith('.')).sort();
  const hashes = names.map(async (name) => [
    name,
    createHash('sha256')
      .update(await readFile(join(uploads, name)))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(hashes));
}

/** Random bytes, which don't shrink, under the name of a picture. */
async function addLargePicture(dataDir: string, bytes: number): Promise<void> {
  const name = `${Date.now()}-large-${randomBytes(4).toString('hex')}.png`;
  await writeFile(join(dataDir, 'uploads', name), randomBytes(bytes));
}

const visible = async (backups: string) =>
  (await readdir(backups)).filter((name) => !name.startsWith('.'));
const hidden = async (backups: string) =>
  (await readdir(backups)).filter((name) => name.startsWith('.'));

for (const [every, tags] of [
  ['day', undefined],
  ['week', 'long'],
] as const) {
  it(`a backup made every ${every} restores every row and every picture`, { tags }, async () => {
    const dataDir = join(folder, every);
    const { server, admin } = await startSite(dataDir);
    expect((await admin.call('PUT', '/api/settings', { backupEvery: every })).status).toBe(200);
    const { last, failure, backups } = await finished(admin);
    expect(failure).toBeNull();
    expect(backups).toEqual([last]);
    const before = rowsOf(join(dataDir, 'blog.db'), TABLES);
    const pictures = await picturesIn(dataDir);
    expect(Object.keys(pictures).length).toBeGreaterThan(2);

    const restored = join(folder, `${every}-restored`);
    const file = join(dataDir, 'backups', last?.name ?? '');
    const { stdout } = await run(process.execPath, [RESTORE, file], {
      env: { ...process.env, DATA_DIR: restored },
    });
    expect(stdout).toContain('Restored as of');
    expect(rowsOf(join(restored, 'blog.db'), TABLES)).toEqual(before);
    expect(await picturesIn(restored)).toEqual(pictures);

    // The download is the same file.
    const response = await fetch(`${server.url}/api/backups/${last?.name}`, {
      headers: { Cookie: admin.cookie },
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(await readFile(file));
    expect((await call(server.url, 'GET', `/backups/${last?.name}`)).status).toBe(404);
  });
}

it('a kill in the middle of a backup leaves no half archive, and the next start makes it', {
  tags: 'long',
}, async () => {
  const dataDir = join(folder, 'killed');
  const { server, admin } = await startSite(dataDir);
  const backups = join(dataDir, 'backups');
  for (let n = 0; n < 12; n++) await addLargePicture(dataDir, 10 * MB);
  expect((await admin.call('POST', '/api/backups')).status).toBe(202);
  await until(async () => (await hidden(backups).catch(() => [])).length > 0);
  await server.kill('SIGKILL');
  expect(await visible(backups)).toEqual([]);
  // Its process ends without the server, and leaves no archive either.
  const again = await startServer({ dataDir });
  onTestFinished(() => again.stop());
  const second = await visit(again);
  const { last, failure } = await finished(second);
  expect(failure).toBeNull();
  await until(async () => (await hidden(backups)).length === 0);
  expect(await visible(backups)).toEqual([last?.name]);
});

describe.runIf(canMount())('a full disk', () => {
  it('fails the backup with a message, leaves nothing, and the next try works', {
    tags: 'long',
  }, async () => {
    const disk = await smallDisk(folder, 'full', '96m');
    const dataDir = join(disk.folder, 'data');
    const { admin } = await startSite(dataDir);
    await addLargePicture(dataDir, 20 * MB);
    await mkdir(join(dataDir, 'backups'), { recursive: true });
    await disk.fill(8 * MB);
    expect((await admin.call('POST', '/api/backups')).status).toBe(202);
    const failed = await finished(admin);
    expect(failed.failure?.message).toContain('The disk is full');
    expect(failed.backups).toEqual([]);
    await until(async () => (await readdir(join(dataDir, 'backups'))).length === 0);
    await disk.empty();
    expect((await admin.call('POST', '/api/backups')).status).toBe(202);
    const made = await until(async () => {
      const list = await read(admin);
      return !list.isRunning && list;
    });
    expect([made.failure, made.backups]).toEqual([null, [made.last]]);
  });
});
