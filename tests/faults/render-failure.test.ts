import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PendingPublish, PublishStatus } from '../../api/contract/publish.ts';
import { ADMIN, type RunningServer, startServer } from '../e2e/support/server.ts';
import { recordRow, until } from './support/site.ts';

/** Bytes instead of text can't be rendered. The API would reject them, so the tests insert them. */
const UNRENDERABLE = Buffer.from([0xff, 0xfe]);

/** JavaScript's error message for bytes that are used as text. */
const REASON = /is not a function|must be/;

let dataDir: string;
let server: RunningServer;
let database: SQLite.Database;
let cookie: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inkwell-render-'));
  await open();
});

afterAll(async () => {
  database.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function open() {
  server = await startServer({ dataDir });
  database = new SQLite(join(dataDir, 'blog.db'), { timeout: 5000 });
  const { headers } = await call('POST', '/api/auth/signin', ADMIN);
  cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function call(method: string, path: string, json?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(cookie ? { Cookie: cookie } : {}),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

interface Created {
  _id: string;
  slug: string;
}

async function publish(title: string): Promise<Created> {
  const answer = await call('POST', '/api/post/create', {
    title,
    category: 'javascript',
    content: `<p>The text of ${title}.</p>`,
  });
  expect(answer.status, answer.text).toBe(201);
  return JSON.parse(answer.text) as Created;
}

const fileOf = (slug: string) => join(dataDir, 'site', 'post', slug, 'index.html');
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

async function status(): Promise<PublishStatus> {
  return JSON.parse((await call('GET', '/api/publish/status')).text) as PublishStatus;
}

async function failedOf({ _id }: Created): Promise<PendingPublish | undefined> {
  return (await status()).failed.find(({ postId }) => postId === _id);
}

const waitOf = ({ nextAttemptAt }: PendingPublish) => Date.parse(nextAttemptAt) - Date.now();

function setContent({ _id }: Created, content: string | Buffer) {
  const changed = database
    .prepare('UPDATE posts SET content = ?, version = version + 1 WHERE id = ?')
    .run(content, _id);
  expect(changed.changes).toBe(1);
}

/** Records a change of the post. */
function change({ _id, slug }: Created) {
  recordRow(database, { postId: _id, slug });
}

it('a post that cannot be rendered is shown as failed, delays no others, and goes live after a repair', async () => {
  const bad = await publish('The post that breaks');
  setContent(bad, UNRENDERABLE);
  change(bad);

  // The next publish looks at the feed and finds both changes.
  const good = await publish('The post next to it');
  expect(await exists(fileOf(good.slug))).toBe(true);
  for (const path of ['/', '/rss.xml', '/sitemap.xml']) {
    expect((await call('GET', path)).text, path).toContain(`/post/${good.slug}`);
  }
  // On a busy machine, the first attempt may run out of time.
  const failed = await until(async () => {
    const row = await failedOf(bad);
    return row && !/took over/.test(row.error ?? '') && row;
  });
  expect(failed).toMatchObject({ state: 'failed', slug: bad.slug, action: 'publish' });
  expect(failed.error).toMatch(REASON);
  expect((await status()).live.map(({ slug }) => slug)).toContain(good.slug);
  expect(
    JSON.parse((await call('GET', `/api/post/getposts?postId=${bad._id}`)).text).totalPosts,
  ).toBe(1);

  // It's retried automatically, with increasing pauses.
  const tried = await until(async () => {
    const row = await failedOf(bad);
    return row && row.attempts > failed.attempts ? row : undefined;
  });
  const waits = [waitOf(tried)];
  for (let attempt = 0; attempt < 2; attempt++) {
    const retry = await call('POST', `/api/publish/retry/${bad._id}`);
    expect(JSON.parse(retry.text)).toEqual({ success: false, state: 'failed' });
    waits.push(waitOf((await failedOf(bad)) as PendingPublish));
  }
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBeGreaterThan(60_000);

  setContent(bad, '<p>Repaired.</p>');
  const retry = await call('POST', `/api/publish/retry/${bad._id}`);
  expect(JSON.parse(retry.text)).toEqual({ success: true, state: 'live' });
  expect(await readFile(fileOf(bad.slug), 'utf8')).toContain('Repaired.');
  expect((await status()).failed).toEqual([]);
});

/** Publishes an own page. */
async function publishPage(slug: string): Promise<Created> {
  const fields = { kind: 'page', title: `My page ${slug}`, slug, content: '<p>Words.</p>' };
  const draft = await call('POST', '/api/document/create', fields);
  const { _id, revision } = JSON.parse(draft.text) as Created & { revision: number };
  const answer = await call('POST', `/api/document/publish/${_id}`, { revision });
  expect(answer.status, answer.text).toBe(200);
  return { _id, slug: `/${slug}` };
}

it('a new release has all other pages, and its status names the posts and own pages that failed', {
  tags: 'long',
}, async () => {
  const post = await publish('The post that breaks the release');
  const bad = [
    { ...post, path: `/post/${post.slug}` },
    ...(await Promise.all(['now', 'about'].map(publishPage))).map((page) => ({
      ...page,
      path: page.slug,
    })),
  ];
  for (const one of bad) setContent(one, UNRENDERABLE);
  database.close();
  await server.kill('SIGTERM');
  // Another port means another URL, and so another release.
  await open();
  expect((await call('GET', '/')).status).toBe(200);
  for (const one of bad) {
    expect((await until(() => failedOf(one))).error).toMatch(REASON);
    const refused = await call('GET', one.path);
    expect([one.path, refused.status]).toEqual([one.path, 503]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    setContent(one, '<p>Repaired.</p>');
    await call('POST', `/api/publish/retry/${one._id}`);
    const page = await call('GET', one.path);
    expect([page.status, page.text.includes('Repaired.')]).toEqual([200, true]);
  }
  expect((await call('GET', '/never')).status).toBe(404);
});
