import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN } from '../e2e/support/server.ts';
import { article, newAccount, picture, UNLIMITED } from '../faults/support/site.ts';
import { query } from '../postgres/server.ts';
import { isFullRun } from '../support/full-run.ts';
import { type Arrival, cookiesOf, EVENTS } from '../support/lambda-events.ts';
import { objectStore } from '../support/object-store.ts';
import { type Cluster, type Node, startCluster } from './support/cluster.ts';
import { newDatabase } from './support/engines.ts';
import { type LambdaInstance, startLambda } from './support/lambda.ts';

const CDN_SECRET = 'a secret of the CDN and the function';
const SITE_URL = 'https://blog.example.com';
const SOON = { timeout: 30_000, interval: 100 };

interface Call {
  json?: unknown;
  cookies?: string[];
}

let cluster: Cluster;
let publisher: Node;
let lambda: LambdaInstance;
let databaseUrl: string;
let objects: Map<string, Buffer>;

beforeAll(async () => {
  const store = await objectStore(afterAll);
  objects = store.objects;
  databaseUrl = await newDatabase();
  const env = { SITE_URL, ...UNLIMITED, ...store.variables };
  cluster = await startCluster({
    nodes: 1,
    databaseUrl,
    env: { ...env, ROLE: 'publisher', UPLOADS_SHARED: '0' },
  });
  publisher = cluster.nodes[0] as Node;
  lambda = await startLambda({
    ...env,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    CDN_SECRET,
  });
});
afterAll(async () => {
  lambda?.stop();
  await cluster?.stop();
});

describe.each(EVENTS)('a function, called with events of format %s', (version, toEvent) => {
  async function call(line: string, { json, cookies }: Call = {}) {
    const [method = '', target = ''] = line.split(' ');
    const [path = '', search = ''] = target.split('?');
    const arrival: Arrival = { method, path, query: search, ...(cookies && { cookies }) };
    const headers = { 'x-cdn-secret': CDN_SECRET };
    const result = await lambda.invoke(toEvent, {
      ...arrival,
      headers,
      ...(json !== undefined && {
        headers: { ...headers, 'content-type': 'application/json', origin: SITE_URL },
        body: JSON.stringify(json),
      }),
    });
    return { status: result.statusCode, cookies: cookiesOf(result), body: JSON.parse(result.body) };
  }

  async function signIn(account: { email: string; password: string }) {
    const answer = await call('POST /api/auth/signin', { json: account });
    expect([answer.status, answer.cookies.length]).toEqual([200, 2]);
    const cookies = answer.cookies.map((cookie) => cookie.split(';')[0] ?? '');
    return { cookies, userId: answer.body.user._id as string };
  }

  /** Publishes a post. Returns it, and whether the answer says that it isn't live yet. */
  async function publish(cookies: string[]) {
    const answer = await call('POST /api/post/create', { json: article(), cookies });
    expect(answer.status).toBe(201);
    return answer.body as { _id: string; slug: string; live?: false };
  }

  /** A busy publisher may take longer than a call waits, which then says 503. */
  const answered = <T extends { status: number }>(ask: () => Promise<T>) =>
    vi.waitFor(async () => {
      const answer = await ask();
      expect(answer.status).not.toBe(503);
      return answer;
    }, SOON);

  const pageOf = (slug: string) => fetch(`${publisher.url}/post/${slug}`).then((r) => r.status);

  it('signs up, signs in, comments and likes', async () => {
    const admin = await signIn(ADMIN);
    const post = await publish(admin.cookies);
    const account = newAccount();
    expect((await call('POST /api/auth/signup', { json: account })).status).toBe(201);
    const { cookies, userId } = await signIn(account);
    const json = { postId: post._id, userId, content: 'Hello from a function' };
    const comment = await call('POST /api/comment/create', { json, cookies });
    expect(comment.status).toBe(201);
    const like = await call(`PUT /api/comment/likeComment/${comment.body._id}`, { cookies });
    expect([like.status, like.body.numberOfLikes]).toEqual([200, 1]);
    const thread = await call(`GET /api/comment/getPostComments/${post._id}`);
    expect(thread.body[0].content).toBe('Hello from a function');
    const found = await call('GET /api/post/getposts?limit=1');
    expect(found.body.posts[0].slug).toBe(post.slug);
  });

  it('answers once the publisher has published a post', async () => {
    const { cookies } = await signIn(ADMIN);
    // A busy publisher may take longer than a call waits.
    const post = await vi.waitFor(async () => {
      const made = await publish(cookies);
      expect(made.live).toBeUndefined();
      return made;
    }, SOON);
    expect(await pageOf(post.slug)).toBe(200);
    const status = await call('GET /api/publish/status', { cookies });
    expect([status.status, status.body.queued]).toEqual([200, []]);
    expect(status.body.nodes[0]).toMatchObject({ role: 'publisher', behind: 0 });
  });

  // The call waits, whatever the format.
  it.runIf(isFullRun || version === '2.0')(
    'says so when the publisher has not published it yet, and the publisher catches up',
    { tags: 'long' },
    async () => {
      const { cookies } = await signIn(ADMIN);
      publisher.pause();
      const post = await publish(cookies);
      expect(post.live).toBe(false);
      const status = await call('GET /api/publish/status', { cookies });
      expect(status.body.queued).toMatchObject([{ slug: post.slug }]);
      const late = await call('POST /api/post/preview', { json: article(), cookies });
      expect(late.status).toBe(503);
      publisher.resume();
      await expect.poll(() => pageOf(post.slug), SOON).toBe(200);
      const retried = await call(`POST /api/publish/retry/${post._id}`, { json: {}, cookies });
      expect(retried.body).toEqual({ success: true, state: 'live' });
    },
  );

  it('has the publisher render a preview and decode an upload', async () => {
    const { cookies } = await signIn(ADMIN);
    const json = { ...article(), title: 'A preview of a function' };
    const preview = await answered(() => call('POST /api/post/preview', { json, cookies }));
    expect(preview.status).toBe(200);
    expect(preview.body.page).toContain('A preview of a function</h1>');

    const bytes = await picture();
    const file = { kind: 'post', name: 'a.jpg', type: 'image/jpeg', size: bytes.length };
    const slot = await call('POST /api/upload', { json: file, cookies });
    const { url, publicUrl } = slot.body;
    await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
    const completed = await answered(() =>
      call('POST /api/upload/complete', { json: { publicUrl }, cookies }),
    );
    expect([completed.status, completed.body.publicUrl]).toEqual([200, publicUrl]);
    const stored = [...objects.keys()].filter((path) => !path.includes('/incoming/'));
    expect(stored.some((path) => path.endsWith('.avif'))).toBe(true);
    expect(await query(databaseUrl, `select id from jobs where kind = 'upload'`)).toEqual([]);
  });

  it('survives that the database ends its connections while it is frozen', async () => {
    expect((await call('GET /api/health')).status).toBe(200);
    const others = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await query(databaseUrl, others);
    expect((await call('GET /api/post/getposts?limit=1')).status).toBe(200);
  });

  it('refuses calls that did not come through the CDN', async () => {
    const arrival = { method: 'GET', path: '/api/post/getposts' };
    expect((await lambda.invoke(toEvent, arrival)).statusCode).toBe(403);
    const headers = { 'x-cdn-secret': 'a guess' };
    expect((await lambda.invoke(toEvent, { ...arrival, headers })).statusCode).toBe(403);
  });

  it('draws default avatars', async () => {
    const arrival = { method: 'GET', path: '/avatars/ab-3.svg' };
    const headers = { 'x-cdn-secret': CDN_SECRET };
    const { statusCode, body } = await lambda.invoke(toEvent, { ...arrival, headers });
    expect([statusCode, body.slice(0, 4)]).toEqual([200, '<svg']);
  });
});
