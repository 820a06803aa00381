import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { INDEX_PATH } from '../../api/contract/search.ts';
import { Bucket, REQUEST_VALID_MS } from '../../api/site-target/bucket.ts';
import { createSiteTarget } from '../../api/site-target/site-target.ts';
import type { SiteWithBucket } from './site-bucket.ts';
import { siteWithBucket } from './site-bucket.ts';
import { storeProxy } from './store-proxy.ts';

/** The index in keys of objects, which have no slash at the start. */
const INDEX = INDEX_PATH.slice(1);

const SITE = {
  'index.html': 'Home: a, b',
  'post/a/index.html': 'A',
  'post/b/index.html': 'B',
  'og/b/0123456789ab.png': 'picture',
  'rss.xml': 'a, b',
  'sitemap.xml': 'a, b',
  'archive/2026/11/index.html': 'a, b',
  '_assets/app.A1.js': 'app()',
  [`${INDEX}/index.json`]: '["shard-1"]',
  [`${INDEX}/shard-1/words.pf_meta`]: 'words',
};
const PATIENCE = { timeout: 60_000, interval: 100 };

/** What a server does, on this site. */
function follow(site: SiteWithBucket, nodeId = 'node-1') {
  const target = createSiteTarget({
    env: site.env,
    log: pino({ level: 'silent' }),
    database: site.database,
    root: () => site.root,
    nodeId,
  });
  if (target === undefined) throw new Error('SITE_TARGET is missing');
  onTestFinished(() => target.stop());
  const copied = () =>
    vi.waitFor(() => {
      const { isHere, pending, failed, lastSyncedAt } = target.status();
      const state = { isHere, pending, failed, isSynced: lastSyncedAt !== null };
      expect(state).toEqual({ isHere: true, pending: 0, failed: null, isSynced: true });
    }, PATIENCE);
  return { target, copied };
}

test('a publish is copied in order, and nothing else is looked at', async () => {
  const store = await storeProxy();
  const site = await siteWithBucket(store.url);
  await site.write(SITE);
  const { target, copied } = follow(site);
  await copied();
  expect(await site.keys()).toEqual(await site.expectedKeys());
  store.calls.length = 0;
  await site.write({
    'post/c/index.html': 'C',
    'index.html': 'Home: a, b, c',
    'sitemap.xml': 'a, b, c',
    [`${INDEX}/index.json`]: '["shard-2"]',
    [`${INDEX}/shard-2/words.pf_meta`]: 'words',
    '_assets/new.B2.js': 'new()',
    // Changed without a notification.
    'post/a/index.html': 'A, changed',
  });
  await site.remove(`${INDEX}/shard-1`);
  target.changed(['/sitemap.xml', '/', '/post/c', `${INDEX_PATH}/index.json`]);
  const order = [
    'PUT _assets/new.B2.js',
    `PUT ${INDEX}/shard-2/words.pf_meta`,
    'PUT post/c',
    ['PUT index.html', `PUT ${INDEX}/index.json`],
    'PUT sitemap.xml',
    `DELETE ${INDEX}/shard-1/words.pf_meta`,
  ].flat();
  await vi.waitFor(() => expect(store.calls.length).toBe(order.length), PATIENCE);
  const sorted = [...store.calls];
  sorted.splice(3, 2, ...sorted.slice(3, 5).sort());
  expect(sorted).toEqual(order);
});

test('the page of a removed post goes first, before pages that no longer list it', async () => {
  const store = await storeProxy();
  const site = await siteWithBucket(store.url);
  await site.write(SITE);
  const { target, copied } = follow(site);
  await copied();
  store.calls.length = 0;
  await site.remove('post/b');
  await site.remove('og/b/0123456789ab.png');
  await site.write({ 'index.html': 'Home: a', 'sitemap.xml': 'a' });
  target.changed(['/', '/post/b', '/sitemap.xml']);
  await vi.waitFor(() => expect(store.calls.length).toBe(4), PATIENCE);
  expect(store.calls).toEqual([
    'DELETE post/b',
    'PUT index.html',
    'PUT sitemap.xml',
    'DELETE og/b/0123456789ab.png',
  ]);
  expect((await site.get('post/b')).status).toBe(404);
});

test('while the store is down the status says so, and the copy continues afterwards', async () => {
  const store = await storeProxy();
  const site = await siteWithBucket(store.url);
  await site.write(SITE);
  const { target, copied } = follow(site);
  await copied();
  store.isDown = true;
  await site.write({ 'post/a/index.html': 'A, edited' });
  target.changed(['/post/a']);
  await vi.waitFor(() => {
    expect(target.status()).toMatchObject({ failed: expect.stringContaining('store'), pending: 1 });
  }, PATIENCE);
  store.isDown = false;
  await copied();
  expect(await (await site.get('post/a')).text()).toBe('A, edited');
});

test('a publish and a deletion don’t wait for the end of a large copy', {
  tags: 'long',
}, async () => {
  const store = await storeProxy();
  const site = await siteWithBucket(store.url);
  const many = Array.from({ length: 400 }, (_, n) => [`post/old-${n}/index.html`, `Old ${n}`]);
  await site.write({ ...SITE, ...Object.fromEntries(many) });
  const isPost = (call: string) => call.startsWith('PUT post/');
  let hasPublished = false;
  store.before = async (call) => {
    if (!isPost(call) || hasPublished) return;
    hasPublished = true;
    await site.write({ 'post/c/index.html': 'C', 'index.html': 'Home: a, c' });
    await site.remove('post/b');
    await site.remove('og/b/0123456789ab.png');
    target.changed(['/', '/post/c', '/post/b']);
  };
  const { target, copied } = follow(site);
  await copied();
  const posts = store.calls.filter(isPost);
  // Uploads come in chunks of 100.
  expect(posts.indexOf('PUT post/c')).toBeLessThan(110);
  expect(store.calls.indexOf('DELETE post/b')).toBeLessThan(store.calls.indexOf('PUT post/c'));
  expect(posts.length).toBeGreaterThan(400);
  expect(await site.keys()).toEqual(await site.expectedKeys());
});

test('a full render is compared with the whole bucket', async () => {
  const site = await siteWithBucket();
  await site.write(SITE);
  const { target, copied } = follow(site);
  await copied();
  await site.write({ 'post/a/index.html': 'A, new look', 'about/index.html': 'About' });
  await site.remove('post/b');
  target.changed(null);
  await vi.waitFor(async () => expect(await site.keys()).toContain('about'), PATIENCE);
  await vi.waitFor(
    async () => expect(await site.keys()).toEqual(await site.expectedKeys()),
    PATIENCE,
  );
  expect(await (await site.get('post/a')).text()).toBe('A, new look');
});

test('one node copies; a second one takes over when the first one stops', {
  tags: 'long',
}, async () => {
  const site = await siteWithBucket();
  await site.write(SITE);
  const first = follow(site, 'node-1');
  await first.copied();
  const second = follow(site, 'node-2');
  await wait(500);
  expect(second.target.status().isHere).toBe(false);
  await first.target.stop();
  await site.write({ 'post/c/index.html': 'C' });
  await second.copied();
  expect(await site.keys()).toEqual(await site.expectedKeys());
});

test('a command takes over from the running server, which continues later', {
  tags: 'long',
}, async () => {
  const store = await storeProxy();
  const site = await siteWithBucket(store.url);
  await site.write(SITE);
  const { target, copied } = follow(site);
  await copied();
  await site.write({ 'post/c/index.html': 'C' });
  expect(await site.sync()).toMatchObject({ uploaded: 1, deleted: 0 });
  store.calls.length = 0;
  await site.write({ 'post/a/index.html': 'A, edited' });
  target.changed(['/post/a']);
  await vi.waitFor(() => expect(store.calls).toEqual(['PUT post/a']), PATIENCE);
  await copied();
});

test('a holder that was paused writes nothing after another one took over', {
  tags: 'long',
}, async () => {
  const store = await storeProxy();
  const site = await siteWithBucket(store.url);
  await site.write(SITE);
  const { target, copied } = follow(site);
  await copied();
  // The old holder has checked its lease and is about to save the manifest.
  let continuePaused = () => {};
  const paused = new Promise<void>((resolve) => (continuePaused = resolve));
  let isPaused = false;
  store.before = async (call) => {
    if (isPaused || call !== 'PUT .inkwell/manifest.json') return;
    isPaused = true;
    await paused;
  };
  await site.write({ 'post/a/index.html': 'A, from the old holder' });
  target.changed(['/post/a']);
  await vi.waitFor(() => expect(isPaused).toBe(true), PATIENCE);
  await site.write({ 'post/a/index.html': 'A, from the new holder' });
  await site.sync();
  store.calls.length = 0;
  continuePaused();
  await vi.waitFor(() => expect(target.status().isHere).toBe(false), PATIENCE);
  expect(store.calls).toEqual([]);
  expect(await (await site.get('post/a')).text()).toBe('A, from the new holder');
  await copied();
});

test('the store refuses a request that a suspended process sends too late', async () => {
  const site = await siteWithBucket();
  if (!site.env.siteTarget) throw new Error('SITE_TARGET is missing');
  const bucket = new Bucket(site.env.siteTarget);
  const page = (text: string) => bucket.put('post/a', Buffer.from(text), {});
  await page('new');
  // Signed before the process was suspended.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - REQUEST_VALID_MS - 2_000 });
  onTestFinished(() => void vi.useRealTimers());
  await expect(page('old')).rejects.toThrow('answered 403');
  vi.useRealTimers();
  expect(await (await site.get('post/a')).text()).toBe('new');
});

test('a call that removed a comment can wait until the bucket has the page without it', async () => {
  const store = await storeProxy();
  const site = await siteWithBucket(store.url);
  await site.write(SITE);
  const { target, copied } = follow(site);
  await copied();
  await site.write({ 'post/a/index.html': 'A without the comment' });
  target.changed(['/post/a']);
  expect(await target.copied()).toBe(true);
  expect(await (await site.get('post/a')).text()).toBe('A without the comment');
  // Nothing to copy.
  expect(await target.copied()).toBe(true);
});
