import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { isFullRun } from '../support/full-run.ts';
import {
  article,
  call,
  damageIn,
  newAccount,
  PASSWORD,
  rowsOf,
  UNLIMITED,
  upload,
  type Visitor,
  visit,
} from './support/site.ts';

const ROUNDS = isFullRun ? 12 : 1;
/** Acknowledged changes of each kind before a kill. The moment of the kill differs per round. */
const BEFORE = { accounts: 2, comments: 4, uploads: 1, deletions: 2 };

let folder: string;
let server: RunningServer;
let port: number;

/** Acknowledged changes, which must never be lost. */
const accounts: string[] = [];
const comments = new Set<string>();
const deletedComments = new Set<string>();
const deletedPosts = new Set<string>();
const pictures: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-killed-'));
  port = await freePort();
  server = await startServer({ dataDir: join(folder, 'data'), port, env: UNLIMITED });
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

/** Repeats `work` until the connection ends. */
async function untilGone(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

async function create(admin: Visitor): Promise<{ _id: string; slug: string }> {
  const { status, text } = await admin.call('POST', '/api/post/create', article());
  expect(status, text).toBe(201);
  return JSON.parse(text) as { _id: string; slug: string };
}

async function comment(admin: Visitor, postId: string): Promise<string> {
  const content = `Comment ${Math.random()}`;
  const json = { content, postId, userId: admin.userId };
  const { status, text } = await admin.call('POST', '/api/comment/create', json);
  expect(status, text).toBe(201);
  return (JSON.parse(text) as { _id: string })._id;
}

/** Signs up, comments, uploads and deletes concurrently, and kills the server in the meantime. */
async function killDuringWrites(round: number): Promise<void> {
  const admin = await visit(server);
  const post = await create(admin);
  const counts = { accounts: 0, comments: 0, uploads: 0, deletions: 0 };
  let killed: Promise<unknown> | undefined;
  const done = (kind: keyof typeof counts) => {
    counts[kind]++;
    const enough = Object.entries(BEFORE).every(
      ([name, least]) => counts[name as keyof typeof counts] >= least,
    );
    if (!enough || killed) return;
    killed = new Promise((wait) => setTimeout(wait, (round * 7) % 40)).then(() =>
      server.kill('SIGKILL'),
    );
  };
  await Promise.all([
    untilGone(async () => {
      const account = newAccount();
      const { status } = await call(server.url, 'POST', '/api/auth/signup', { json: account });
      expect(status).toBe(201);
      accounts.push(account.email);
      done('accounts');
    }),
    untilGone(async () => {
      comments.add(await comment(admin, post._id));
      done('comments');
    }),
    untilGone(async () => {
      const { status, publicUrl, text } = await upload(server.url, admin);
      expect(status, text).toBe(201);
      pictures.push(publicUrl);
      done('uploads');
    }),
    untilGone(async () => {
      const gone = await comment(admin, post._id);
      const line = `/api/comment/deleteComment/${gone}`;
      expect((await admin.call('DELETE', line)).status).toBe(200);
      deletedComments.add(gone);
      const doomed = await create(admin);
      const remove = `/api/post/deletepost/${doomed._id}/${admin.userId}`;
      expect((await admin.call('DELETE', remove)).status).toBe(200);
      deletedPosts.add(doomed.slug);
      done('deletions');
    }),
  ]);
  await killed;
}

async function expectAllThere(): Promise<void> {
  const file = join(folder, 'data', 'blog.db');
  expect(damageIn(file)).toBe(null);
  const database = new SQLite(file, { readonly: true });
  const ids = (sql: string) => new Set(database.prepare(sql).pluck().all());
  const [emails, kept, slugs] = [
    ids('select email from users'),
    ids('select id from comments'),
    ids('select slug from public_posts'),
  ];
  database.close();
  for (const email of accounts) expect(emails).toContain(email);
  for (const id of comments) expect(kept).toContain(id);
  for (const id of deletedComments) expect(kept).not.toContain(id);
  for (const slug of deletedPosts) {
    expect(slugs).not.toContain(slug);
    expect((await call(server.url, 'GET', `/post/${slug}`)).status).toBe(410);
  }
  for (const address of pictures) {
    const bytes = await readFile(join(folder, 'data', address));
    await sharp(bytes).stats();
    expect((await fetch(server.url + address)).status).toBe(200);
  }
  // The last account can sign in with its password.
  const email = accounts.at(-1) ?? '';
  await visit(server, { email, password: PASSWORD });
}

it(`a kill during sign-ups, comments, uploads and deletions loses nothing acknowledged, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await killDuringWrites(round);
    server = await startServer({ dataDir: join(folder, 'data'), port, env: UNLIMITED });
    await expectAllThere();
  }
  const counts = {
    accounts: accounts.length,
    comments: comments.size,
    pictures: pictures.length,
    deletions: deletedComments.size + deletedPosts.size,
  };
  console.log(`killed ${ROUNDS} times; acknowledged and kept: ${JSON.stringify(counts)}`);
});

const MIGRATE = fileURLToPath(new URL('support/migrate-and-die.ts', import.meta.url));
const SCHEMA = fileURLToPath(new URL('../../db/migrations/sqlite', import.meta.url));

/** Creates a database of the first version, with users and posts. Returns what selects them. */
async function oldDatabase(file: string): Promise<string[]> {
  const names = (await readdir(SCHEMA)).filter((name) => name.endsWith('.sql')).sort();
  const first = names[0] ?? '';
  const { entries } = JSON.parse(await readFile(join(SCHEMA, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const when = entries.find(({ tag }) => `${tag}.sql` === first)?.when;
  const old = new SQLite(file);
  old.exec(
    (await readFile(join(SCHEMA, first), 'utf8')).replaceAll('--> statement-breakpoint', ''),
  );
  old.exec(
    'create table __drizzle_migrations (id integer primary key, hash text not null, created_at numeric)',
  );
  old
    .prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)')
    .run('first', when);
  const sampleOf = ({ name, type }: Column, n: number) => {
    if (name === 'is_admin') return n % 2;
    return /int/i.test(type) ? n : `${name}-${n}`;
  };
  const selects = ['users', 'posts'].map((table) => {
    const columns = old.pragma(`table_info(${table})`) as Column[];
    const marks = columns.map(() => '?').join();
    const insert = old.prepare(`insert into ${table} values (${marks})`);
    for (let n = 1; n <= 200; n++) insert.run(columns.map((column) => sampleOf(column, n)));
    return `(select ${columns.map(({ name }) => name).join()} from ${table})`;
  });
  old.close();
  return selects;
}

interface Column {
  name: string;
  type: string;
}

/** Returns the number of statements, or null if the process was killed. */
async function migrateUntil(file: string, step: number): Promise<number | null> {
  const child = spawn(process.execPath, [MIGRATE, file, String(step)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return null;
  expect(code).toBe(0);
  return Number(printed);
}

it('a migration of an old database that is killed at any statement completes on the next start', {
  tags: 'long',
}, async () => {
  const [origin, whole, file] = ['old.db', 'whole.db', 'killed.db'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  // Migrations add columns to these tables. Those that were there keep their values.
  const selects = await oldDatabase(origin);
  const rows = rowsOf(origin, selects);
  await cp(origin, whole);
  const steps = await migrateUntil(whole, 0);
  expect(steps).toBeGreaterThan(10);
  const schema = rowsOf(whole, ['sqlite_schema']);
  let kills = 0;
  for (let step = 1; step <= (steps ?? 0); step += isFullRun ? 1 : 41) {
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
    await cp(origin, file);
    expect(await migrateUntil(file, step), `step ${step}`).toBe(null);
    kills++;
    const database = await openDatabase(`file:${file}`);
    await database.migrate();
    await database.close();
    expect(damageIn(file)).toBe(null);
    expect(rowsOf(file, selects)).toEqual(rows);
    expect(rowsOf(file, ['sqlite_schema'])).toEqual(schema);
  }
  console.log(`killed at ${kills} of ${steps} migration statements`);
});
