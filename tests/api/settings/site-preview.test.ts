import { expect, test } from 'vitest';
import { DEFAULTS } from '../../../api/site/read-site.ts';
import { audit, siteVersions } from '../../../db/schema.ts';
import { makeAccount, testApp } from '../../support/app.ts';
import { storeSite } from '../../support/site.ts';

const NOT_A_PAGE = 'path must be the path of a public page, such as /about.';

async function setUp() {
  const app = await testApp();
  const admin = await makeAccount(app.database, { role: 'administrator' });
  const preview = (json: object) =>
    app.call('POST /api/settings/site/preview', { as: admin, json });
  return { ...app, preview };
}

test('a preview has the given values over the stored ones, and stores nothing', async () => {
  const { preview, database, publisher } = await setUp();
  await storeSite(database, { tagline: 'Stored', name: 'Stored' });
  const pages: unknown[] = [];
  publisher.previewPage = async (page) => {
    pages.push(page);
    return { status: 200, contentType: 'text/html; charset=utf-8', body: Buffer.from('<p>') };
  };
  const { status, headers } = await preview({ site: { name: 'Slow Web' }, path: '/about' });
  expect(status).toBe(200);
  expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(headers.get('Cache-Control')).toBe('no-store');
  const site = { ...DEFAULTS, tagline: 'Stored', name: 'Slow Web' };
  expect(pages).toMatchObject([{ path: '/about', site: { version: 1, site } }]);
  expect(await database.read.select().from(siteVersions)).toHaveLength(1);
  expect(await database.read.select().from(audit)).toEqual([]);
});

test.each([
  [{ name: '' }, 'name must not be empty.'],
  [{ accent: 'pink' }, /^accent must be one of/],
  [{ nothing: 1 }, 'nothing is not a setting.'],
  [{ searchOrder: ['go'] }, 'searchOrder has go, which is not a category.'],
  [{ navigation: [{ label: 'A', href: 'javascript:alert(1)' }] }, /^navigation.href must be/],
])('a preview with %j is refused with 400 and the name of the key', async (site, message) => {
  const { preview } = await setUp();
  const { status, body } = await preview({ site, path: '/' });
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
});

test.each([
  '/dashboard',
  '/dash%62oard',
  '/about/../dashboard',
  '/create-post',
  '/api/health',
  '/preview/draft',
  '/uploads/a.png',
  '/404',
  '/about/',
  'about',
  'https://example.com/',
  '//example.com/',
])('a preview of %s is refused with 400', async (path) => {
  const { preview } = await setUp();
  const { status, body } = await preview({ site: {}, path });
  expect([status, body.message]).toEqual([400, NOT_A_PAGE]);
});

test.each(['/', '/about', '/post/hello', '/tag/b%C3%A4r', '/search?category=css'])(
  'a preview of %s is a page',
  async (path) => {
    const { preview } = await setUp();
    expect((await preview({ site: {}, path })).status).toBe(200);
  },
);

test('a preview of a page that does not exist has status 404, and a file is no page', async () => {
  const { preview, publisher } = await setUp();
  const body = Buffer.from('<p>Not here');
  publisher.previewPage = async () => ({ status: 404, contentType: 'text/html', body });
  expect((await preview({ site: {}, path: '/nothing' })).status).toBe(404);
  publisher.previewPage = async () => ({ status: 200, contentType: 'text/plain', body });
  expect(await preview({ site: {}, path: '/robots.txt' })).toMatchObject({
    status: 400,
    body: { message: NOT_A_PAGE },
  });
});
