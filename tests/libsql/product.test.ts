import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, type RunningServer, startServer } from '../e2e/support/server.ts';
import { type Sqld, startSqld } from './sqld.ts';

/** The product on a libSQL server. */

const CONCURRENT = 20;

interface Answer<Body> {
  status: number;
  body: Body;
  text: string;
  cookie: string;
}

interface Post {
  _id: string;
  slug: string;
  title: string;
}

let sqld: Sqld;
let server: RunningServer;
let dataDir: string;
let admin: { cookie: string; id: string };

async function ask<Body>(line: string, json?: unknown, cookie = ''): Promise<Answer<Body>> {
  const [method = 'GET', path = '/'] = line.split(' ');
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(cookie === '' ? {} : { Cookie: cookie }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  const body = (isJson ? JSON.parse(text) : undefined) as Body;
  return { status: response.status, body, text, cookie: cookies.join('; ') };
}

async function signIn(email: string, password: string) {
  const { status, body, cookie, text } = await ask<{ user: { _id: string } }>(
    'POST /api/auth/signin',
    { email, password },
  );
  expect(status, text).toBe(200);
  return { cookie, id: body.user._id };
}

async function publish(title: string): Promise<Post> {
  const json = { title, category: 'javascript', content: '<p>Kept in a café of servers.</p>' };
  const created = await ask<Post>('POST /api/post/create', json, admin.cookie);
  expect(created.status, created.text).toBe(201);
  const { body: post } = await ask<{ posts: Post[] }>(
    `GET /api/post/getposts?slug=${created.body.slug}`,
  );
  return post.posts[0] as Post;
}

async function start(): Promise<void> {
  server = await startServer({
    dataDir,
    seed: 'demo',
    env: { DATABASE_URL: sqld.url, RATE_LIMITS: 'signUp=100/60' },
  });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inkwell-libsql-'));
  sqld = await startSqld();
  await start();
  admin = await signIn(ADMIN.email, ADMIN.password);
});

afterAll(async () => {
  await server.stop();
  await sqld.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

test('the demo content exists, and the data folder has no database', async () => {
  expect((await ask('GET /')).text).toContain('/post/');
  await expect(readFile(join(dataDir, 'blog.db'))).rejects.toThrow('ENOENT');
});

test('a post is published, found, edited, refused when stale, and deleted', async () => {
  const post = await publish('A cluster speaks');
  for (const path of [`/post/${post.slug}`, '/', '/rss.xml', '/sitemap.xml']) {
    expect((await ask(`GET ${path}`)).text, path).toContain(post.slug);
  }
  const found = await ask<{ posts: Post[] }>('GET /api/post/getposts?searchTerm=cafe%20serv');
  expect(found.body.posts.map(({ slug }) => slug)).toContain(post.slug);
  const change = { title: 'A cluster answers', category: 'javascript', content: '<p>Changed.</p>' };
  const at = `/api/post/updatepost/${post._id}/${admin.id}`;
  const changed = await ask(`PUT ${at}`, change, admin.cookie);
  expect(changed.status, changed.text).toBe(200);
  expect((await ask(`GET /post/${post.slug}`)).text).toContain('A cluster answers');
  const late = { ...change, startedFrom: '2020-01-01T00:00:00.000Z' };
  expect((await ask(`PUT ${at}`, late, admin.cookie)).status).toBe(409);
  const gone = await ask(
    `DELETE /api/post/deletepost/${post._id}/${admin.id}`,
    undefined,
    admin.cookie,
  );
  expect(gone.status, gone.text).toBe(200);
  expect((await ask(`GET /post/${post.slug}`)).status).toBe(404);
});

test('many concurrent publishes succeed, each with its own URL', async () => {
  const posts = await Promise.all(
    Array.from({ length: CONCURRENT }, () => publish('The same title')),
  );
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(CONCURRENT);
  const { text } = await ask('GET /sitemap.xml');
  for (const { slug } of posts) expect(text).toContain(`/post/${slug}<`);
});

test('members sign up with unique names, comment and like', async () => {
  const post = await publish('Under discussion');
  const people = Array.from({ length: CONCURRENT }, (_, n) => ({
    username: `member-${n}`,
    email: `member-${n}@example.com`,
    password: `long password ${n}`,
  }));
  const signUps = await Promise.all(people.map((json) => ask('POST /api/auth/signup', json)));
  expect(signUps.map(({ status }) => status)).toEqual(people.map(() => signUps[0]?.status));
  expect(signUps[0]?.status).toBeLessThan(300);
  const again = await ask<{ message: string }>('POST /api/auth/signup', people[0]);
  expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/already/i)]);
  const members = await Promise.all(people.map((one) => signIn(one.email, one.password)));
  const [first] = members;
  const comment = await ask<{ _id: string }>(
    'POST /api/comment/create',
    { content: 'From a cluster.', postId: post._id, userId: first?.id },
    first?.cookie,
  );
  expect(comment.status, comment.text).toBeLessThan(300);
  const like = `PUT /api/comment/likeComment/${comment.body._id}`;
  const likes = await Promise.all(members.map(({ cookie }) => ask(like, undefined, cookie)));
  expect(likes.map(({ status }) => status)).toEqual(members.map(() => 200));
  const thread = await ask<{ numberOfLikes: number }[]>(
    `GET /api/comment/getPostComments/${post._id}`,
  );
  expect(thread.body.map(({ numberOfLikes }) => numberOfLikes)).toEqual([CONCURRENT]);
});

test('a restart keeps everything, and a site without its database reports it', async () => {
  const post = await publish('Before the restart');
  expect(await server.kill('SIGTERM')).toBe(0);
  await start();
  expect((await ask(`GET /post/${post.slug}`)).status).toBe(200);
  const status = await ask<{ failed: unknown[] }>(
    'GET /api/publish/status',
    undefined,
    admin.cookie,
  );
  expect([status.status, status.body.failed]).toEqual([200, []]);
  await sqld.stop();
  // Pages are files, and need no database.
  expect((await ask(`GET /post/${post.slug}`)).status).toBe(200);
  expect((await ask('GET /api/health')).status).toBe(503);
  const refused = await ask<{ success: boolean; message: string }>('GET /api/post/getposts');
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(refused.body.success).toBe(false);
  expect(refused.body.message).not.toContain(sqld.url);
});
