import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INDEX_PATH } from '../../api/contract/search.ts';
import { EVERY_POST } from '../../src/lib/search/query.ts';
import { StaticIndex } from '../../src/lib/search/static-index/static-index.ts';
import { freePort, type RunningServer, startServer } from '../e2e/support/server.ts';
import { foreignSqlite } from '../support/foreign-sqlite.ts';
import { isFullRun } from '../support/full-run.ts';
import { lockedFiles } from '../support/locks.ts';
import { article, damageIn, UNLIMITED, type Visitor, visit } from './support/site.ts';

const CHANGES = isFullRun ? 200 : 20;
const KILLS = isFullRun ? 10 : 1;

let folder: string;
const nodes: RunningServer[] = [];
/** What the site must show: slugs and titles. */
const posts = new Map<string, { id: string; title: string }>();
const removed = new Set<string>();

/** Two processes on one machine: a data folder each, one database file, one folder of uploads. */
async function startNode(index: number, port: number): Promise<void> {
  nodes[index] = await startServer({
    dataDir: join(folder, `node-${index}`),
    port,
    env: {
      ...UNLIMITED,
      DATABASE_URL: `file:${join(folder, 'blog.db')}`,
      SITE_URL: 'http://inkwell.test',
      UPLOADS_SHARED: '1',
    },
  });
}

function node(index: number): RunningServer {
  const running = nodes[index];
  if (!running) throw new Error(`Node ${index} isn't running`);
  return running;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkwell-nodes-'));
  await mkdir(join(folder, 'uploads'));
  for (const index of [0, 1]) {
    await mkdir(join(folder, `node-${index}`), { mode: 0o700 });
    await symlink(join(folder, 'uploads'), join(folder, `node-${index}`, 'uploads'));
    await startNode(index, await freePort());
  }
});

afterAll(async () => {
  for (const running of nodes) await running.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function get(index: number, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(node(index).url + path, { redirect: 'manual' });
  return { status: response.status, text: await response.text() };
}

/** One change by a random person through this node. */
async function change(visitor: Visitor, dice: number): Promise<void> {
  const [slug, post] = [...posts][Math.floor(dice * posts.size)] ?? [];
  if (post && slug !== undefined && dice > 0.8) {
    const path = `/api/post/deletepost/${post.id}/${visitor.userId}`;
    expect((await visitor.call('DELETE', path)).status).toBe(200);
    posts.delete(slug);
    removed.add(slug);
  } else if (post && dice > 0.5) {
    const title = `${post.title} again`;
    const path = `/api/post/updatepost/${post.id}/${visitor.userId}`;
    expect((await visitor.call('PUT', path, { title })).status).toBe(200);
    post.title = title;
  } else {
    const made = article();
    const answer = await visitor.call('POST', '/api/post/create', made);
    expect(answer.status, answer.text).toBe(201);
    const { _id, slug: newSlug } = JSON.parse(answer.text) as { _id: string; slug: string };
    posts.set(newSlug, { id: _id, title: made.title });
  }
}

/** Waits until both nodes serve the same bytes of a path, and returns them. */
async function equalOnBoth(path: string): Promise<{ status: number; text: string }> {
  await expect
    .poll(async () => (await get(0, path)).text === (await get(1, path)).text, {
      // The newest pages get their "Recent Stories" in the background.
      timeout: 60_000,
      message: `${path} is the same on both nodes`,
    })
    .toBe(true);
  return await get(0, path);
}

/** Returns the posts that the search index of a node finds for a term: slugs and titles, sorted. */
async function found(index: number, searchTerm: string): Promise<string[]> {
  const files = new StaticIndex(async (name) => {
    const response = await fetch(`${node(index).url}${INDEX_PATH}/${name}`);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  });
  const page = { startIndex: 0, limit: 10_000 };
  const cards = await files.search({ ...EVERY_POST, searchTerm }, page);
  return cards.map(({ slug, title }) => `${slug} ${title}`).sort();
}

/** Waits until the search index of each node finds exactly the posts that exist. */
async function expectIndexed(): Promise<void> {
  const all = [...posts].map(([slug, { title }]) => `${slug} ${title}`).sort();
  const edited = all.filter((line) => line.endsWith('again'));
  for (const index of [0, 1]) {
    for (const [term, wanted] of [
      ['', all],
      ['again', edited],
    ] as const) {
      const message = `node ${index} finds "${term}"`;
      await expect.poll(() => found(index, term), { timeout: 60_000, message }).toEqual(wanted);
    }
  }
}

async function expectEqual(): Promise<void> {
  for (const path of ['/', '/rss.xml', '/archive', '/sitemap.xml', '/search']) {
    expect((await equalOnBoth(path)).status, path).toBe(200);
  }
  for (const [slug, { title }] of posts) {
    const page = await equalOnBoth(`/post/${slug}`);
    expect([slug, page.status, page.text.includes(title)]).toEqual([slug, 200, true]);
  }
  for (const slug of removed) {
    for (const index of [0, 1]) expect((await get(index, `/post/${slug}`)).status).toBe(410);
  }
  await expectIndexed();
}

test(`${CHANGES} changes through either node reach both, while ${KILLS} of them are killed`, async () => {
  let visitors = [await visit(node(0)), await visit(node(1))];
  const killEvery = Math.ceil(CHANGES / (KILLS + 1));
  for (let n = 1; n <= CHANGES; n++) {
    const visitor = visitors[Math.random() < 0.5 ? 0 : 1];
    if (visitor) await change(visitor, Math.random());
    if (n % killEvery !== 0 || n === CHANGES) continue;
    const victim = Math.random() < 0.5 ? 0 : 1;
    const port = Number(new URL(node(victim).url).port);
    await node(victim).kill('SIGKILL');
    const other = visitors[1 - victim];
    // The other one goes on.
    for (let more = 0; more < 5 && other; more++) await change(other, Math.random());
    await startNode(victim, port);
    visitors = [await visit(node(0)), await visit(node(1))];
  }
  await expectEqual();
});

test('each process holds its own locks, so another SQLite may read the file while one of them dies', {
  tags: 'long',
}, async () => {
  const file = join(folder, 'blog.db');
  const files = [file, `${file}-shm`];
  const foreign = foreignSqlite();
  for (const { pid } of nodes) expect(lockedFiles(pid, files)).toEqual(files);
  await foreign(file, 'select count(*) from posts');
  const port = Number(new URL(node(0).url).port);
  await node(0).kill('SIGKILL');
  await foreign(file, 'select count(*) from posts');
  const confirmed = await (await visit(node(1))).call('POST', '/api/post/create', article());
  expect(confirmed.status).toBe(201);
  expect(lockedFiles(node(1).pid, files)).toEqual(files);
  const otherPort = Number(new URL(node(1).url).port);
  await node(1).kill('SIGKILL');
  const { slug } = JSON.parse(confirmed.text) as { slug: string };
  expect(await foreign(file, `select count(*) from posts where slug = '${slug}'`)).toBe('1');
  expect(damageIn(file)).toBe(null);
  await startNode(0, port);
  await startNode(1, otherPort);
});

test('an edit that races a deletion leaves no page behind', { tags: 'long' }, async () => {
  const [first, second] = [await visit(node(0)), await visit(node(1))];
  const gone: string[] = [];
  for (let n = 0; n < 6; n++) {
    const answer = await first.call('POST', '/api/post/create', article());
    const { _id, slug } = JSON.parse(answer.text) as { _id: string; slug: string };
    const [edit, deletion] = await Promise.all([
      first.call('PUT', `/api/post/updatepost/${_id}/${first.userId}`, { title: 'Too late' }),
      second.call('DELETE', `/api/post/deletepost/${_id}/${second.userId}`),
    ]);
    expect([200, 404]).toContain(edit.status);
    expect(deletion.status).toBe(200);
    gone.push(slug);
  }
  for (const slug of gone) {
    for (const index of [0, 1]) {
      await expect
        .poll(async () => (await get(index, `/post/${slug}`)).status, { timeout: 15_000 })
        .toBe(410);
    }
  }
});

test('comments reach the files of both nodes, and leave them when they are removed', async () => {
  const visitor = await visit(node(0));
  const made = await visitor.call('POST', '/api/post/create', article());
  const { _id: postId, slug } = JSON.parse(made.text) as { _id: string; slug: string };
  const content = 'A comment for both nodes.';
  const comment = { content, postId, userId: visitor.userId };
  const written = await visitor.call('POST', '/api/comment/create', comment);
  expect(written.status, written.text).toBe(201);
  const shows = async (index: number) => (await get(index, `/post/${slug}`)).text.includes(content);
  for (const index of [0, 1]) await expect.poll(() => shows(index), { timeout: 60_000 }).toBe(true);
  const { _id } = JSON.parse(written.text) as { _id: string };
  await visitor.call('DELETE', `/api/comment/deleteComment/${_id}`);
  expect(await shows(0)).toBe(false);
  await expect.poll(() => shows(1), { timeout: 60_000 }).toBe(false);
});
