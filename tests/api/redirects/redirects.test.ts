import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PathRedirects } from '../../../api/redirects/path-redirects.ts';
import { insertPathRedirect } from '../../../db/queries/path-redirects.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { redirectsFile } from '../../../src/lib/redirects.ts';
import { fakePublisher, SITE, type TestApp, testApp } from '../../support/app.ts';
import { makeUser } from '../../support/database.ts';

let app: TestApp;
let editor: UserRow;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inkwell-redirects-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'about'));
  await writeFile(join(root, 'about/index.html'), 'about');
  app = await testApp({ services: { publisher: { ...fakePublisher(), root } } });
  editor = await makeUser(app.database, { role: 'editor' });
});

const add = (from: unknown, to: unknown, status: unknown = to === null ? 410 : 301) =>
  app.call('POST /api/redirects', { json: { from, to, status }, as: editor });
const list = async (search = '') =>
  (await app.call(`GET /api/redirects${search}`, { as: editor })).body;
const lookUp = () => new PathRedirects(app.services);

describe('a redirect', () => {
  it('is added, listed newest first, found by a part of it, and deleted', async () => {
    const first = await add('/old/page', '/post/new');
    expect(first).toMatchObject({
      status: 201,
      body: { _id: expect.any(String), from: '/old/page', to: '/post/new', status: 301, hits: 0 },
    });
    await add('/Away', 'https://example.com/there?a=b', 302);
    expect(await list()).toMatchObject({
      total: 2,
      redirects: [{ from: '/Away' }, { to: '/post/new' }],
    });
    expect(await list('?searchTerm=AWAY')).toMatchObject({ total: 1 });
    expect(await list('?searchTerm=example.com')).toMatchObject({ total: 1 });
    expect(await list('?startIndex=1&limit=1')).toMatchObject({
      total: 2,
      redirects: [first.body],
    });
    const deleted = await app.call(`DELETE /api/redirects/${first.body._id}`, { as: editor });
    expect(deleted).toMatchObject({ status: 200, body: { success: true } });
    const again = await app.call(`DELETE /api/redirects/${first.body._id}`, { as: editor });
    expect(again.status).toBe(404);
    expect((await list()).total).toBe(1);
  });

  it.each([
    ['/old/page/', '/old/page'],
    ['/old/index.html', '/old'],
    ['/caf%C3%A9', '/café'],
    ['/old/*', '/old/*'],
    ['/old*', '/old*'],
    ['/wp-content/uploads/a.jpg', '/wp-content/uploads/a.jpg'],
    ['/index.php', '/index.php'],
    ['/?p=12', '/?p=12'],
    ['/blog/?p=12&x', '/blog?p=12&x'],
    ['/index.php?s=café noir', '/index.php?s=caf%C3%A9%20noir'],
    ['/old?', '/old'],
  ])('from %s is one from %s', async (from, stored) => {
    expect((await add(from, '/about')).body.from).toBe(stored);
  });

  it.each([
    [undefined, '/about'],
    ['old', '/about'],
    ['//evil.com', '/about'],
    ['/\\evil.com', '/about'],
    ['/a#b', '/about'],
    ['/a?b=c#d', '/about'],
    ['/a?b=*', '/about'],
    ['/a*?b=c', '/about'],
    ['/a%3Fb', '/about'],
    ['?p=12', '/about'],
    ['/dashboard?tab=posts', '/about'],
    ['/api?a=b', '/about'],
    ['/a*b', '/about'],
    ['/%2e%2e/a', '/about'],
    ['/%zz', '/about'],
    [`/${'a'.repeat(300)}`, '/about'],
    ['/api/post', '/about'],
    ['/api*', '/about'],
    ['/dashboard', '/about'],
    ['/create-post', '/about'],
    ['/.git/config', '/about'],
    ['/_assets/a.js', '/about'],
    ['/old', 'about'],
    ['/old', '//evil.com'],
    ['/old', '/..//evil.com'],
    ['/old', '/\\evil.com'],
    ['/old', 'javascript:alert(1)'],
    ['/old', 'data:text/html,x'],
    ['/old', 'https://a:b@evil.com/'],
    ['/old', 'ftp://example.com/'],
    ['/old', ''],
    ['/old', 7],
    ['/old', '/new/*'],
    ['/old/*', '/new*'],
    ['/old/*', 'https://example.com*'],
    ['/old', `/${'a'.repeat(2000)}`],
  ])('from %s to %s is refused', async (from, to) => {
    const { status, body } = await add(from, to);
    expect([status, body.success, (await list()).total]).toEqual([400, false, 0]);
    expect(body.message).toMatch(/from|to|Inkwell/);
  });

  it('has a target unless it says that the page is gone', async () => {
    for (const [to, status] of [
      ['/about', 410],
      [null, 301],
      ['/about', 307],
      ['/about', '301'],
    ] as const) {
      expect((await add('/old', to, status)).status).toBe(400);
    }
    expect((await add('/old', null, 410)).status).toBe(201);
  });

  it('is never in front of a page, nor a second one from the same path', async () => {
    expect(await add('/about', '/contact')).toMatchObject({
      status: 400,
      body: { message: "A page exists at /about, and redirects can't replace pages." },
    });
    await add('/old', '/about');
    expect(await add('/old/', '/contact')).toMatchObject({ status: 409 });
  });

  it.each([
    [[], '/a', '/a'],
    [[], '/a', '/a?again'],
    [[], '/a', `${SITE}/a`],
    [[], '/a/*', '/a/b'],
    [[], '/a/*', '/a/b/*'],
    [
      [
        ['/b', '/c'],
        ['/c', '/a'],
      ],
      '/a',
      '/b',
    ],
    [[['/b/*', '/a/*']], '/a/*', '/b/*'],
    [[['/*', '/about']], '/start/*', '/start/x/*'],
    [[], '/*', '/nowhere'],
  ])('with %j, one from %s to %s would be a loop', async (others, from, to) => {
    for (const [other = '', target] of others) expect((await add(other, target)).status).toBe(201);
    expect(await add(from, to)).toMatchObject({
      status: 400,
      body: { message: `This redirect would lead back to ${from}.` },
    });
  });

  it('with a query is only in front of the home page', async () => {
    await writeFile(join(root, 'index.html'), 'home');
    expect(await add('/about?a=b', '/old')).toMatchObject({
      status: 400,
      body: { message: "A page exists at /about, and redirects can't replace pages." },
    });
    expect((await add('/?p=12', '/about')).status).toBe(201);
    expect((await add('/', '/about')).status).toBe(400);
  });

  it.each([
    [[], '/?p=1', '/?p=1'],
    [[['/?p=2', '/?p=1']], '/?p=1', '/?p=2'],
    [[['/?p=2', '/old']], '/old', '/?p=2'],
    [[['/old', '/?p=2']], '/?p=2', '/old'],
    [[], '/old?p=1', '/old?p=1'],
    [[['/old', '/b.php?p=1']], '/b.php', '/old'],
  ])('with a query: with %j, one from %s to %s would be a loop', async (others, from, to) => {
    await writeFile(join(root, 'index.html'), 'home');
    const at = { status: 301, createdAt: new Date() };
    for (const [other = '', target = ''] of others) {
      const values = { ...at, from: other, to: target };
      await app.database.transaction((tx) => insertPathRedirect(tx, values));
    }
    expect(await add(from, to)).toMatchObject({
      status: 400,
      body: { message: `This redirect would lead back to ${from}.` },
    });
  });

  it('may lead to a page with another query, but not to a query without a page', async () => {
    await writeFile(join(root, 'index.html'), 'home');
    expect((await add('/?s=a', '/about?q=a')).status).toBe(201);
    expect((await add('/?p=1', '/?p=2')).status).toBe(201);
    expect((await add('/?p=3', '/uploads/a.png?v=2')).status).toBe(201);
    // Another redirect, from /index.php to /, would keep the query.
    expect(await add('/?p=12', '/index.php?p=12')).toMatchObject({
      status: 400,
      body: { message: "The target can't have a query, because there's no page at /index.php." },
    });
  });

  it('may lead everything without a page to one', async () => {
    expect((await add('/*', '/about')).status).toBe(201);
    expect((await add('/start', '/anything')).status).toBe(201);
  });

  it('is in the audit log', async () => {
    const { body } = await add('/old', '/about');
    await app.call(`DELETE /api/redirects/${body._id}`, { as: editor });
    const admin = await makeUser(app.database, { role: 'administrator' });
    const log = await app.call('GET /api/audit?action=redirect.', { as: admin });
    expect(log.body.entries).toMatchObject([
      { action: 'redirect.remove', details: { from: '/old', to: '/about', status: 301 } },
      { action: 'redirect.add', details: { from: '/old', to: '/about', status: 301 } },
    ]);
  });
});

describe('a path without a page', () => {
  it('leads where its own redirect says, else the one with the longest beginning', async () => {
    await add('/blog/*', '/archive');
    await add('/blog/2020/*', '/post/*');
    await add('/blog/2020/first', 'https://example.com/', 302);
    await add('/blog/private*', null);
    const found = lookUp();
    expect(await found.find('/blog/2020/first')).toEqual({
      status: 302,
      location: 'https://example.com/',
    });
    expect(await found.find('/blog/2020/café/x')).toEqual({
      status: 301,
      location: '/post/caf%C3%A9/x',
    });
    expect(await found.find('/blog/other')).toEqual({ status: 301, location: '/archive' });
    expect(await found.find('/blog/private-matters')).toBe('gone');
    expect(await found.find('/blog')).toBeUndefined();
    expect(await found.find('/Blog/other')).toBeUndefined();
  });

  it('with a query leads where exactly this address says, else where its path does', async () => {
    await add('/index.php', '/archive');
    await add('/index.php?p=12', '/post/twelve');
    await add('/other*', '/contact');
    await add('/other?p=12', 'https://example.com/', 302);
    const found = lookUp();
    const to = (location: string, status = 301) => ({ status, location });
    expect(await found.find('/index.php', '?p=12')).toEqual(to('/post/twelve'));
    expect(await found.find('/index.php', '?p=1')).toEqual(to('/archive?p=1'));
    expect(await found.find('/index.php', '?p=12&a=b')).toEqual(to('/archive?p=12&a=b'));
    expect(await found.find('/index.php')).toEqual(to('/archive'));
    expect(await found.find('/other', '?p=12')).toEqual(to('https://example.com/', 302));
    expect(await found.find('/other', '?p=13')).toEqual(to('/contact?p=13'));
  });

  it('at the home page leads only where exactly this query says, and counts it', async () => {
    await add('/?p=12', '/about');
    await add('/*', '/archive');
    const found = lookUp();
    expect(await found.findAtHome('?p=12')).toEqual({ status: 301, location: '/about' });
    expect(await found.findAtHome('?p=1')).toBeUndefined();
    await found.stop();
    expect((await list('?searchTerm=p%3D12')).redirects).toMatchObject([{ hits: 1 }]);
  });

  it('at the home page leads nowhere while the database is away', async () => {
    const select = () => {
      throw new Error('away');
    };
    const read = Object.create(app.database.read, { select: { value: select } });
    const found = new PathRedirects({ ...app.services, database: { ...app.database, read } });
    expect(await found.findAtHome('?p=12')).toBeUndefined();
  });

  it('never leads to another host than the redirect’s', async () => {
    await add('/old*', '/*');
    expect(await lookUp().find('/old/evil.com')).toEqual({ status: 301, location: '/evil.com' });
  });

  it('counts uses, and what isn’t found with the page that led there', async () => {
    await add('/old', '/about');
    const paths = lookUp();
    await paths.find('/old');
    await paths.find('/old');
    paths.noteMissing('/gone', 'https://other.example/links?user=secret');
    paths.noteMissing('/gone', undefined);
    paths.noteMissing('/gone-too', `${SITE}/preview/secret`);
    paths.noteMissing('/gone-three', 'javascript:alert(1)');
    paths.noteMissing(`/${'x'.repeat(400)}`, undefined);
    await paths.stop();
    expect((await list()).redirects).toMatchObject([{ from: '/old', hits: 2 }]);
    const { body } = await app.call('GET /api/redirects/missing', { as: editor });
    const at = expect.any(String);
    expect(body.missing).toEqual([
      { path: '/gone', hits: 2, lastAt: at, from: 'https://other.example/links' },
      { path: '/gone-three', hits: 1, lastAt: at, from: '' },
      { path: '/gone-too', hits: 1, lastAt: at, from: '' },
    ]);
    await add('/gone', '/about');
    const left = await app.call('GET /api/redirects/missing', { as: editor });
    expect(left.body.missing).toHaveLength(2);
  });

  it('isn’t counted if the owner counts nothing', async () => {
    const admin = await makeUser(app.database, { role: 'administrator' });
    await app.call('PUT /api/settings', { json: { countViews: false }, as: admin });
    const paths = lookUp();
    paths.noteMissing('/gone', undefined);
    await paths.stop();
    const { body } = await app.call('GET /api/redirects/missing', { as: editor });
    expect(body.missing).toEqual([]);
  });

  it('is one of at most 1,000 in the list; the rarest make room', async () => {
    const paths = lookUp();
    for (let n = 0; n < 2_000; n++) paths.noteMissing(`/scan-${n}`, undefined);
    await paths.stop();
    for (let n = 0; n < 3; n++) paths.noteMissing('/often', undefined);
    await paths.stop();
    const { body } = await app.call('GET /api/redirects/missing', { as: editor });
    expect(body.missing).toHaveLength(1_000);
    expect(body.missing[0]).toMatchObject({ path: '/often', hits: 3 });
  });
});

it('the file for static hosts has all that they can have, exact paths first', async () => {
  vi.stubGlobal('pagesDatabase', Promise.resolve(app.database));
  await add('/b/*', '/c/*');
  await add('/b/long/*', '/archive', 302);
  await add('/caf%C3%A9', 'https://example.com/');
  await add('/part*', '/about');
  await add('/gone', null);
  await add('/?p=12', '/about');
  await add('/caf%C3%A9.php?p=12&page=2', '/archive', 302);
  await add('/?s=a%20b', '/about');
  const lines = (await redirectsFile(app.database.read)).trim().split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '/ p=12 /about 301!',
    '/caf%C3%A9.php p=12 page=2 /archive 302!',
    '/caf%C3%A9 https://example.com/ 301',
  ]);
  expect(lines).toContain('/feed /rss.xml 301');
  expect(lines.slice(-2)).toEqual(['/b/long/* /archive 302', '/b/* /c/:splat 301']);
  expect(lines).toHaveLength(10);
});
