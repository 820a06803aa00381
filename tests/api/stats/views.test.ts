import { describe, expect, it } from 'vitest';
import { cleanUpViews } from '../../../api/views/cleanup.ts';
import { ViewCounter } from '../../../api/views/counter.ts';
import { setSetting } from '../../../db/queries/settings.ts';
import { addViews } from '../../../db/queries/views.ts';
import { referrers, views } from '../../../db/schema.ts';
import type { Call, TestAppOptions } from '../../support/app.ts';
import { makePost } from '../../support/database.ts';
import { desk } from '../documents/support.ts';

const NOW = new Date('2026-03-15T12:00:00Z');
const TODAY = Math.floor(NOW.getTime() / 86_400_000);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function site(options: TestAppOptions = {}) {
  const app = await desk({ ...options, services: { now: () => NOW, ...options.services } });
  const post = await makePost(app.database, { slug: 'a-post', userId: app.author.id });
  let visitors = 0;
  /** A view by another visitor each time. */
  const view = (path: string, { headers = {}, ...call }: Call = {}) =>
    app.call('POST /api/views', {
      json: { path },
      headers: { 'User-Agent': FIREFOX, ...headers },
      from: `192.0.2.${++visitors}`,
      ...call,
    });
  const stored = () => app.database.read.select().from(views);
  const hosts = () => app.database.read.select().from(referrers);
  return { ...app, post, view, stored, hosts };
}

describe('POST /api/views', () => {
  it('POST /api/views counts views of public posts, and of other pages together', async () => {
    const { view, stored, post } = await site();
    for (const path of ['/post/a-post', '/post/a-post', '/', '/tag/web']) {
      const { status, headers } = await view(path);
      expect([status, headers.get('Set-Cookie')]).toEqual([204, null]);
    }
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { day: TODAY, postId: post.id, views: 2 },
        { day: TODAY, postId: '', views: 2 },
      ]),
    );
    expect(await stored()).toHaveLength(2);
  });

  it.each(['/post/unknown', '/dashboard', '/signin', '/preview/secret', '/post/a-post?x=1'])(
    'ignores %s',
    async (path) => {
      const { view, stored } = await site();
      expect((await view(path)).status).toBe(204);
      expect(await stored()).toEqual([]);
    },
  );

  it('POST /api/views counts no drafts', async () => {
    const { view, stored, draft } = await site();
    await draft({ title: 'Secret', slug: 'secret' });
    await view('/post/secret');
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['Do Not Track', { DNT: '1' }],
    ['Global Privacy Control', { 'Sec-GPC': '1' }],
    ['a bot', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['a browser without a name', { 'User-Agent': '' }],
  ])('counts nothing for %s', async (_, headers) => {
    const { view, stored } = await site();
    expect((await view('/', { headers })).status).toBe(204);
    expect(await stored()).toEqual([]);
  });

  it.each([
    [{}, 'path must be text.'],
    [{ path: '/', from: 5 }, 'from must be text.'],
  ])('refuses %j', async (json, message) => {
    const { call } = await site();
    expect(await call('POST /api/views', { json })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('POST /api/views refuses other sites', async () => {
    const { view, stored } = await site();
    const headers = { Origin: 'https://evil.example' };
    expect((await view('/', { headers })).status).toBe(403);
    expect(await stored()).toEqual([]);
  });

  it('POST /api/views counts nothing while the owner has turned it off', async () => {
    const { view, stored, call, admin } = await site();
    const off = await call('PUT /api/settings', { json: { countViews: false }, as: admin });
    expect(off.body.countViews).toBe(false);
    expect((await view('/post/a-post')).status).toBe(204);
    expect(await stored()).toEqual([]);
    expect((await call('GET /api/stats/views', { as: admin })).body.on).toBe(false);
  });

  it('POST /api/views counts a visitor once per page in half an hour', async () => {
    const { view, stored, post } = await site();
    const from = '198.51.100.1';
    for (let i = 0; i < 3; i++) await view('/post/a-post', { from });
    expect(await stored()).toEqual([{ day: TODAY, postId: post.id, views: 1 }]);
  });

  it('POST /api/views counts a limited number of views from one network', async () => {
    const { app, stored, database } = await site({
      limits: { view: { points: 3, duration: 600 } },
    });
    for (let i = 0; i < 8; i++) await makePost(database, { slug: `post-${i}` });
    for (let i = 0; i < 8; i++) {
      const headers = { 'User-Agent': FIREFOX, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ path: `/post/post-${i}` });
      const request = { method: 'POST', headers, body };
      await app.request('/api/views', request, { remoteAddress: '198.51.100.1' });
    }
    expect(await stored()).toHaveLength(3);
  });

  it('POST /api/views counts the host of another site, without www, and at most 200 a day', async () => {
    const { services, hosts } = await site();
    const counter = new ViewCounter(services);
    const from = (host: string, n: number) =>
      counter.count({ slug: '', from: host, address: `192.0.2.${n % 250}`, userAgent: `${n}` });
    await from('www.Example.com', 0);
    for (const bad of ['localhost', 'a b.example', 'x'.repeat(101), '"><script>']) {
      await from(bad, 1);
    }
    await counter.flush();
    expect(await hosts()).toEqual([{ day: TODAY, host: 'example.com', views: 1 }]);
    for (let i = 0; i < 250; i++) await from(`site-${i}.example`, 10 + i);
    await from('example.com', 500);
    await counter.stop();
    const rows = await hosts();
    expect(rows).toHaveLength(201);
    expect(rows.find(({ host }) => host === '')?.views).toBe(51);
    expect(rows.find(({ host }) => host === 'example.com')?.views).toBe(2);
  });
});

it('doesn’t count referrers of pages that don’t exist', async () => {
  const { services, hosts, stored, draft } = await site();
  await draft({ title: 'Secret', slug: 'secret' });
  const counter = new ViewCounter(services);
  const view = { address: '192.0.2.1', userAgent: FIREFOX };
  await counter.count({ ...view, slug: 'invented', from: 'spam.example' });
  await counter.count({ ...view, slug: 'secret', from: 'spam.example' });
  await counter.count({ ...view, slug: 'a-post', from: 'example.com' });
  await counter.count({ ...view, slug: '', from: 'example.com' });
  await counter.stop();
  expect(await stored()).toHaveLength(2);
  expect(await hosts()).toEqual([{ day: TODAY, host: 'example.com', views: 2 }]);
});

describe('the counter', () => {
  const VIEW = { slug: '', from: '', address: '192.0.2.1', userAgent: 'a' };

  it('keeps counts in memory until it writes them, and adds to those of other processes', async () => {
    const { services, stored } = await site();
    const counters = [new ViewCounter(services), new ViewCounter(services)];
    for (const counter of counters) {
      await counter.count(VIEW);
      await counter.count({ ...VIEW, userAgent: 'b' });
    }
    expect(await stored()).toEqual([]);
    await Promise.all(counters.map((counter) => counter.stop()));
    expect(await stored()).toEqual([{ day: TODAY, postId: '', views: 4 }]);
  });

  it('keeps counts that could not be written', async () => {
    const { services, stored, database } = await site();
    let fails = true;
    const flaky = {
      ...database,
      transaction: ((work) =>
        fails
          ? Promise.reject(new Error('full'))
          : database.transaction(work)) as typeof database.transaction,
    };
    const counter = new ViewCounter({ ...services, database: flaky });
    await counter.count(VIEW);
    await counter.flush();
    fails = false;
    await counter.stop();
    expect(await stored()).toEqual([{ day: TODAY, postId: '', views: 1 }]);
  });
});

describe('GET /api/stats/views', () => {
  it('returns every day, the most viewed posts and the sites that readers came from', async () => {
    const { database, call, editor, post, view } = await site();
    await view('/post/a-post', { headers: {} });
    await database.transaction((tx) =>
      addViews(tx, [
        { day: TODAY - 29, postId: post.id, views: 5 },
        { day: TODAY - 30, postId: post.id, views: 100 },
      ]),
    );
    const { body } = await call('GET /api/stats/views', { as: editor });
    expect(body.days).toHaveLength(30);
    expect(body.days[0]).toEqual({ day: '2026-02-14', views: 5 });
    expect(body.days[29]).toEqual({ day: '2026-03-15', views: 1 });
    expect(body.total).toBe(6);
    expect(body.posts).toEqual([{ postId: post.id, title: post.title, slug: 'a-post', views: 6 }]);
    const year = await call('GET /api/stats/views?days=365', { as: editor });
    expect([year.body.days.length, year.body.total]).toEqual([365, 106]);
    expect((await call('GET /api/stats/views?days=7', { as: editor })).status).toBe(400);
  });

  it('returns the views of one post to its author', async () => {
    const { call, author, post, view } = await site();
    await view('/post/a-post');
    await view('/');
    const { body } = await call(`GET /api/stats/views?postId=${post.id}`, { as: author });
    expect([body.total, body.posts, body.referrers]).toEqual([1, [], []]);
    const unknown = await call('GET /api/stats/views?postId=unknown', { as: author });
    expect(unknown.status).toBe(404);
  });
});

it('counts are deleted after two years, and those of posts that are gone', async () => {
  const { database, services, post, stored } = await site();
  await database.transaction((tx) =>
    addViews(tx, [
      { day: TODAY, postId: post.id, views: 1 },
      { day: TODAY, postId: '', views: 2 },
      { day: TODAY, postId: 'gone', views: 3 },
      { day: TODAY - 731, postId: post.id, views: 4 },
    ]),
  );
  await cleanUpViews(services);
  expect((await stored()).map((row) => row.views).sort()).toEqual([1, 2]);
});

it('an unusable setting counts as on', async () => {
  const { database, view, stored } = await site();
  await database.transaction((tx) => setSetting(tx, 'owner:countViews', '"maybe"'));
  await view('/');
  expect(await stored()).toHaveLength(1);
});
