import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { articleOf } from '../../bench/support/posts.ts';
import { ADMIN, type RunningServer, startServer } from '../e2e/support/server.ts';
import { inBackground } from '../support/background.ts';
import { isFullRun } from '../support/full-run.ts';
import { until } from './support/site.ts';

const ROUNDS = isFullRun ? 5 : 1;
/** Number of acknowledged writes before the backup begins. Writing continues during the backup. */
const BEFORE = isFullRun
  ? { posts: 20, comments: 20, uploads: 3 }
  : { posts: 5, comments: 5, uploads: 1 };
/**
 * Tables whose rows this load only adds: the rows of the snapshot are a prefix of the current rows.
 * A comment's number of likes is the exception, and is compared with the likes of the snapshot.
 */
const GROWING = ['users', 'posts', 'comments'];

const run = promisify(execFile);
const script = (name: string) =>
  fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url));

type Row = Record<string, unknown>;
interface Acknowledged {
  posts: Map<string, { slug: string; title: string }>;
  comments: Set<string>;
  uploads: Set<string>;
}

let folder: string;
let server: RunningServer;
let cookie: string;
let userId: string;
const acknowledged: Acknowledged = { posts: new Map(), comments: new Set(), uploads: new Set() };
const UNLIMITED = { RATE_LIMITS: 'comment=1000000/60,like=1000000/60,upload=1000000/60' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-backup-'));
  server = await startServer({ dataDir: join(folder, 'source'), env: UNLIMITED });
  ({ cookie, userId } = await signIn(server, ADMIN.email, ADMIN.password));
});

afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function signIn(to: RunningServer, email: string, password: string) {
  const response = await fetch(`${to.url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  const { user } = (await response.json()) as { user: { _id: string } };
  return { cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '', userId: user._id };
}

async function post<T>(path: string, json: object): Promise<T> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(json),
  });
  const body = await response.text();
  expect(response.status, body).toBe(201);
  return JSON.parse(body) as T;
}

let written = 0;

async function writePost(): Promise<void> {
  const article = articleOf(written++);
  const { _id, slug } = await post<{ _id: string; slug: string }>('/api/post/create', article);
  acknowledged.posts.set(_id, { slug, title: article.title });
}

async function writeComment(): Promise<void> {
  const [postId] = [...acknowledged.posts.keys()].slice(-1);
  const content = `Comment number ${written++}`;
  const { _id } = await post<{ _id: string }>('/api/comment/create', { content, postId, userId });
  const liked = await fetch(`${server.url}/api/comment/likeComment/${_id}`, {
    method: 'PUT',
    headers: { Cookie: cookie },
  });
  expect(liked.status, await liked.text()).toBe(200);
  acknowledged.comments.add(_id);
}

async function upload(): Promise<void> {
  const background = { r: written++ % 255, g: 80, b: 120 };
  const bytes = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  const asked = { kind: 'post', name: 'tree.png', type: 'image/png', size: bytes.length };
  const target = await post<{ url: string; publicUrl: string }>('/api/upload', asked);
  const sent = await fetch(new URL(target.url, server.url), {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png', Cookie: cookie },
    body: new Uint8Array(bytes),
  });
  expect(sent.ok, await sent.text()).toBe(true);
  acknowledged.uploads.add(target.publicUrl);
}

/** Writes until stopped. Returns the function that stops it, which throws the first error. */
function startLoad(): () => Promise<void> {
  let going = true;
  const again = async (work: () => Promise<void>) => {
    while (going) await work();
  };
  const all = inBackground(Promise.all([again(writePost), again(writeComment), again(upload)]));
  return async () => {
    going = false;
    await all;
  };
}

const copyOf = (known: Acknowledged) => ({
  posts: new Map(known.posts),
  comments: new Set(known.comments),
  uploads: new Set(known.uploads),
});

function rowsOf(dataDir: string, query: string): Row[] {
  const database = new SQLite(join(dataDir, 'blog.db'), { readonly: true });
  try {
    return database.prepare(query).all() as Row[];
  } finally {
    database.close();
  }
}

const withoutLikes = ({ number_of_likes: _, ...row }: Row): Row => row;

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/** Returns the items of `wanted` that aren't in `found`. */
const missing = (wanted: Iterable<unknown>, found: Set<unknown>) =>
  [...wanted].filter((each) => !found.has(each));

async function expectSame(source: string, restored: string, before: Acknowledged): Promise<void> {
  for (const table of GROWING) {
    const rows = rowsOf(restored, `select * from ${table} order by seq`).map(withoutLikes);
    const last = Number(rows.at(-1)?.seq ?? 0);
    const all = rowsOf(source, `select * from ${table} where seq <= ${last} order by seq`);
    expect(rows, table).toEqual(all.map(withoutLikes));
  }
  const miscounted = `select id from comments
    where number_of_likes <> (select count(*) from likes where comment_id = comments.id)`;
  expect(rowsOf(restored, miscounted), 'comments with a wrong number of likes').toEqual([]);
  const ids = (table: string) =>
    new Set(rowsOf(restored, `select id from ${table}`).map((r) => r.id));
  expect(missing(before.posts.keys(), ids('posts')), 'acknowledged posts').toEqual([]);
  expect(missing(before.comments, ids('comments')), 'acknowledged comments').toEqual([]);
  const likes = new Set(rowsOf(restored, 'select comment_id from likes').map((r) => r.comment_id));
  expect(missing(before.comments, likes), 'acknowledged likes').toEqual([]);

  const pictures = rowsOf(restored, 'select * from pictures order by url');
  const urls = new Set(pictures.map((picture) => picture.url));
  expect(missing(before.uploads, urls), 'acknowledged uploads').toEqual([]);
  for (const picture of pictures) {
    const [same] = rowsOf(source, `select * from pictures where url = '${picture.url}'`);
    expect(picture).toEqual(same);
    const stem = String(picture.url)
      .replace('/uploads/', '')
      .replace(/\.[^.]+$/, '');
    const names = (await readdir(join(source, 'uploads'))).filter((name) => name.startsWith(stem));
    expect(names.length, 'the picture and its variants').toBeGreaterThan(2);
    for (const name of names) {
      expect(await hashOf(join(restored, 'uploads', name)), name).toBe(
        await hashOf(join(source, 'uploads', name)),
      );
    }
  }
}

async function expectServed(dataDir: string, before: Acknowledged): Promise<void> {
  const copy = await startServer({ dataDir, env: UNLIMITED });
  try {
    for (const { slug, title } of before.posts.values()) {
      const page = await fetch(`${copy.url}/post/${slug}`);
      expect([page.status, (await page.text()).includes(title)], slug).toEqual([200, true]);
    }
    for (const url of before.uploads) {
      expect((await fetch(copy.url + url)).status, url).toBe(200);
    }
    await signIn(copy, ADMIN.email, ADMIN.password);
  } finally {
    await copy.stop();
  }
}

it(`a backup taken under load restores every row and every picture, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await writePost();
    const target = {
      posts: acknowledged.posts.size + BEFORE.posts,
      comments: acknowledged.comments.size + BEFORE.comments,
      uploads: acknowledged.uploads.size + BEFORE.uploads,
    };
    const stop = startLoad();
    await until(
      async () =>
        acknowledged.posts.size >= target.posts &&
        acknowledged.comments.size >= target.comments &&
        acknowledged.uploads.size >= target.uploads,
    );
    const before = copyOf(acknowledged);
    const file = join(folder, `site-${round}.tar.gz`);
    const restored = join(folder, `restored-${round}`);
    const env = { ...process.env, DATA_DIR: server.dataDir };
    await run(process.execPath, [script('backup'), file], { env });
    const during = acknowledged.posts.size - before.posts.size;
    await stop();
    expect(during, 'posts were written while the backup was taken').toBeGreaterThan(0);

    const { stdout } = await run(process.execPath, [script('restore'), file], {
      env: { ...process.env, DATA_DIR: restored },
    });
    expect(stdout).toContain('Restored as of');
    await expectSame(server.dataDir, restored, before);
    await expectServed(restored, before);
    console.log(
      `${before.posts.size} posts, ${before.comments.size} comments and ${before.uploads.size} pictures before the backup, ${during} posts during it: all identical`,
    );
  }
});

it('a restore over a running server is refused', async () => {
  const file = join(folder, 'running.tar.gz');
  const env = { ...process.env, DATA_DIR: server.dataDir };
  await run(process.execPath, [script('backup'), file], { env });
  const refused = run(process.execPath, [script('restore'), file], { env });
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a server is running'),
  });
});

it('posts imported while the server runs are published', { tags: 'long' }, async () => {
  const at = { createdAt: '2024-03-01T00:00:00Z' };
  const file = join(folder, 'posts.json');
  const document = { _id: { $oid: '65e1000000000000000000aa' }, userId, slug: 'from-elsewhere' };
  await writeFile(
    file,
    JSON.stringify({ ...document, ...at, title: 'From elsewhere', content: '<p>Moved</p>' }),
  );
  const env = { ...process.env, DATA_DIR: server.dataDir };
  await run(process.execPath, [script('import'), '--mern', file], { env });
  const page = join(server.dataDir, 'site/post/from-elsewhere/index.html');
  await expect.poll(() => readFile(page, 'utf8').catch(() => '')).toContain('From elsewhere');
});
