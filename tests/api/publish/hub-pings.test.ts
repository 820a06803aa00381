import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isPublicAddress, postPublicly } from '../../../api/public-request.ts';
import { HubPings } from '../../../api/publish/hub-pings.ts';
import { findWebSubHub, setSetting } from '../../../db/queries/settings.ts';
import { GET as siteFeed } from '../../../src/pages/rss.xml.ts';
import { testApp } from '../../support/app.ts';
import { makeUser, readFeed, testDatabase } from '../../support/database.ts';

const HUB = 'https://hub.example.com/push?a=b';
const SITE = 'https://blog.example.com';

/** A site with this hub, and a stand-in for the hub that gives these answers. */
async function withHub(hub: string, answers: (number | Error)[] = [204]) {
  const database = await testDatabase();
  await database.transaction((tx) => setSetting(tx, 'owner:webSubHub', JSON.stringify(hub)));
  const told: string[] = [];
  const warn = vi.fn();
  const options = { database, siteUrl: SITE, log: { warn }, mergeMs: 10, retryMs: 10 };
  const post = async (url: URL, form: URLSearchParams) => {
    told.push(`${url.href} ${form}`);
    const answer = answers.shift() ?? 204;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { database, told, warn, options: { ...options, post } };
}

const TOLD = `${HUB} hub.mode=publish&hub.url=https%3A%2F%2Fblog.example.com%2Frss.xml`;

test('the hub is told once about posts that are published together, when their files are live', async () => {
  const { told, options } = await withHub(HUB);
  const copied = Promise.withResolvers<void>();
  const pings = new HubPings({ ...options, copied: () => copied.promise });
  onTestFinished(() => pings.stop());
  pings.changed(['/post/a', '/', '/rss.xml']);
  pings.changed(['/post/b', '/', '/rss.xml']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told).toEqual([]);
  copied.resolve();
  await expect.poll(() => told).toEqual([TOLD]);
});

test('changes of other files send no ping, and neither does a site without a hub', async () => {
  const { told, options } = await withHub(HUB);
  const pings = new HubPings(options);
  pings.changed(['/post/a', '/tag/web/rss.xml']);
  await pings.stop();
  const none = await withHub('');
  const silent = new HubPings(none.options);
  silent.changed(['/rss.xml']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await silent.stop();
  expect([told, none.told]).toEqual([[], []]);
});

test('a hub that fails is told once more, and then given up with a warning', async () => {
  const failing = await withHub(HUB, [new Error('down'), 503]);
  const pings = new HubPings(failing.options);
  onTestFinished(() => pings.stop());
  pings.changed(['/rss.xml']);
  await expect.poll(() => failing.warn.mock.calls).toHaveLength(1);
  expect(failing.told).toEqual([TOLD, TOLD]);
  expect(failing.warn.mock.calls[0]?.[0]).toEqual({ err: 'hub.example.com answered 503' });
});

test('a stop does not wait for the second attempt', async () => {
  const { told, options } = await withHub(HUB, [500, 204]);
  const pings = new HubPings({ ...options, retryMs: 60_000 });
  pings.changed(['/rss.xml']);
  await expect.poll(() => told).toHaveLength(1);
  await pings.stop();
  expect(told).toHaveLength(1);
});

test('the feed announces the hub, and only an https address can be one', async () => {
  const app = await testApp();
  const as = await makeUser(app.database, { role: 'administrator' });
  const save = (webSubHub: unknown) => app.call('PUT /api/settings', { json: { webSubHub }, as });
  for (const wrong of ['http://hub.example.com', 'https://user:pw@hub.example.com', 'hub', 7]) {
    expect((await save(wrong)).status, String(wrong)).toBe(400);
  }
  expect(await save(` ${HUB} `)).toMatchObject({ status: 200, body: { webSubHub: HUB } });
  vi.stubGlobal('pagesDatabase', Promise.resolve(app.database));
  const feed = async () =>
    await ((await siteFeed({} as Parameters<typeof siteFeed>[0])) as Response).text();
  expect(await feed()).toContain(`<atom:link href="${HUB}" rel="hub"/>`);
  expect((await save('')).status).toBe(200);
  expect(await feed()).not.toContain('rel="hub"');
});

test('the feed is written again when the hub changes, and only then', async () => {
  const app = await testApp();
  const as = await makeUser(app.database, { role: 'administrator' });
  const save = (json: object) => app.call('PUT /api/settings', { json, as });
  for (const json of [{ webSubHub: HUB }, { webSubHub: HUB }, { auditDays: 90 }]) {
    expect((await save(json)).status).toBe(200);
  }
  expect(await readFeed(app.database)).toMatchObject([{ action: 'page', slug: '/rss.xml' }]);
});

test('a stored value that is not a hub counts as none', async () => {
  const database = await testDatabase();
  for (const value of ['{', 'null', '7']) {
    await database.transaction((tx) => setSetting(tx, 'owner:webSubHub', value));
    expect(await findWebSubHub(database.read)).toBe('');
  }
});

test('a request to a typed address reaches no private network', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { Location: '/' });
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  let requests = 0;
  server.on('request', () => {
    requests += 1;
  });
  const form = new URLSearchParams({ a: 'b' });
  const post = (host: string, more = {}) =>
    postPublicly(new URL(`http://${host}:${port}`), form, { timeoutMs: 5_000, ...more });
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0.0.0.0',
    '2130706433',
    '[::ffff:7f00:1]',
  ]) {
    await expect(post(host), host).rejects.toThrow('is not a public address');
  }
  expect(requests).toBe(0);
  const isAllowed = () => true;
  expect(await post('localhost', { isAllowed })).toBe(200);
  const away = new URL(`http://127.0.0.1:${port}/away`);
  expect(await postPublicly(away, form, { timeoutMs: 5_000, isAllowed })).toBe(302);
  expect(requests).toBe(2);
});

test.each([
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
  ['93.184.215.14', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
])('%s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
