import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { INDEX_PATH } from '../../api/contract/search.ts';
import { Bucket } from '../../api/site-target/bucket.ts';
import { Manifest, StaleTokenError } from '../../api/site-target/manifest.ts';
import { findFeed, recordChanges } from '../../db/queries/changes.ts';
import { type SiteWithBucket, siteWithBucket } from './site-bucket.ts';

/** The index in keys of objects, which have no slash at the start. */
const INDEX = INDEX_PATH.slice(1);

const SITE = {
  'index.html': '<h1>Home</h1>',
  'index.html.br': 'compressed',
  'index.html.gz': 'compressed',
  '404.html': '<h1>Not found</h1>',
  'about/index.html': '<h1>About</h1>',
  'dashboard/index.html': '<h1>Dashboard</h1>',
  'post/a/index.html': '<h1>A</h1>',
  'post/b/index.html': '<h1>B</h1>',
  'og/b/0123456789ab.png': 'a picture',
  'rss.xml': '<rss/>',
  'sitemap.xml': '<urlset/>',
  'archive/2026/11/index.html': '<h1>November</h1>',
  '_assets/app.A1b2.js': 'app()',
  [`${INDEX}/index.json`]: '{}',
  [`${INDEX}/shard-1/words.pf_meta`]: 'words',
  '.well-known/security.txt': 'Contact: a@example.com',
  '.release.json': '{}',
};

async function filledSite(): Promise<SiteWithBucket> {
  const site = await siteWithBucket();
  await site.write(SITE);
  return site;
}

const expectEqual = async (site: SiteWithBucket) =>
  expect(await site.keys()).toEqual(await site.expectedKeys());

test('every file is under its address, with its type and lifetime', async () => {
  const site = await filledSite();
  expect(await site.sync()).toMatchObject({ uploaded: 14, deleted: 0 });
  await expectEqual(site);
  const page = await site.get('post/a');
  expect(await page.text()).toBe('<h1>A</h1>');
  expect(page.headers.get('Content-Type')).toMatch(/^text\/html; charset=utf-8$/i);
  expect(page.headers.get('Cache-Control')).toMatch(/s-maxage=30, stale-while-revalidate=\d+/);
  const asset = await site.get('_assets/app.A1b2.js');
  expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect((await site.get('.well-known/security.txt')).status).toBe(200);
  for (const key of ['.release.json', 'index.html.br', 'post/a/index.html']) {
    expect([key, (await site.get(key)).status]).toEqual([key, 404]);
  }
});

test('a second run uploads nothing, and later ones only what changed', async () => {
  const site = await filledSite();
  await site.sync();
  expect(await site.sync()).toMatchObject({ uploaded: 0, deleted: 0 });
  await site.write({ 'post/a/index.html': '<h1>A, edited</h1>', 'post/c/index.html': 'C' });
  await site.remove('post/b');
  await site.remove('og/b/0123456789ab.png');
  expect(await site.sync()).toMatchObject({
    uploaded: 2,
    deleted: 2,
    line: `${site.bucket}: 2 files uploaded, 2 deleted, 13 in all`,
  });
  await expectEqual(site);
  expect(await (await site.get('post/a')).text()).toBe('<h1>A, edited</h1>');
});

test("objects that aren't ours stay", async () => {
  const site = await filledSite();
  const bucket = new Bucket(site.env.siteTarget ?? expect.unreachable());
  await bucket.put('other/file.txt', new TextEncoder().encode('mine'), {});
  await site.sync();
  await site.sync();
  expect((await site.get('other/file.txt')).status).toBe(200);
});

test('after kill -9 in the middle of the uploads, the next run continues', {
  tags: 'long',
}, async () => {
  const site = await filledSite();
  const posts = Array.from({ length: 400 }, (_, i) => [`post/p${i}/index.html`, `<h1>${i}</h1>`]);
  await site.write(Object.fromEntries(posts));
  const script = fileURLToPath(new URL('../../scripts/site-sync.ts', import.meta.url));
  const env = { ...process.env, ...site.settings };
  const child = spawn(process.execPath, [script], { env, stdio: 'ignore' });
  const exit = once(child, 'exit');
  await vi.waitFor(async () => expect((await site.keys()).length).toBeGreaterThan(150), {
    timeout: 60_000,
    interval: 50,
  });
  child.kill('SIGKILL');
  await exit;
  const before = (await site.keys()).length;
  expect(before).toBeLessThan(414);
  // Removed while no sync was running. Its object may already exist.
  await site.remove('post/p0');
  const { uploaded } = await site.sync();
  // At most the running hundred is uploaded again.
  expect(uploaded).toBeLessThanOrEqual(413 - before + 101);
  await expectEqual(site);
  expect(await site.sync()).toMatchObject({ uploaded: 0, deleted: 0 });
});

test('a holder with an old token is refused and writes nothing', async () => {
  const site = await filledSite();
  await site.sync();
  const { id: feed } = await findFeed(site.database.read);
  const bucket = new Bucket(site.env.siteTarget ?? expect.unreachable());
  const old = await Manifest.open(bucket, { feed, token: 100 });
  const current = await Manifest.open(bucket, { feed, token: 101 });
  old.set('post/a', 'something');
  await expect(old.save()).rejects.toThrow(StaleTokenError);
  await expect(Manifest.open(bucket, { feed, token: 100 })).rejects.toThrow(StaleTokenError);
  current.set('post/b', 'something');
  await current.save();
  const read = await Manifest.open(bucket, { feed, token: 102 });
  expect(read.hashOf('post/b')).toBe('something');
  expect(read.hashOf('post/a')).not.toBe('something');
});

test('after the database was restored from a backup, the copy continues', async () => {
  const site = await filledSite();
  await site.sync();
  const { id: feed } = await findFeed(site.database.read);
  const bucket = new Bucket(site.env.siteTarget ?? expect.unreachable());
  // What the database gave out after the backup.
  const later = await Manifest.open(bucket, { feed, token: 100 });
  later.complete(1_000_000, new Date());
  await later.save();
  const state = { feed, cursor: 0 };
  await writeFile(join(site.env.dataDir, 'published.json'), JSON.stringify(state));
  await site.remove('post/b');
  expect(await site.sync()).toMatchObject({ uploaded: 0, deleted: 1 });
});

test("a node that hasn't published what the bucket has doesn't copy its older pages", {
  tags: 'long',
}, async () => {
  const site = await filledSite();
  await site.sync();
  const change = { action: 'publish', postId: '1', slug: 'a' } as const;
  await site.database.transaction((tx) => recordChanges(tx, [change], new Date()));
  const { id: feed, seq } = await findFeed(site.database.read);
  const bucket = new Bucket(site.env.siteTarget ?? expect.unreachable());
  const other = await Manifest.open(bucket, { feed, token: 2 });
  other.complete(seq, new Date());
  await other.save();
  const publish = (cursor: number) =>
    writeFile(join(site.env.dataDir, 'published.json'), JSON.stringify({ feed, cursor }));
  await publish(seq - 1);
  await site.write({ 'post/a/index.html': 'old' });
  await expect(site.sync()).rejects.toThrow('another node has published changes');
  expect(await (await site.get('post/a')).text()).toBe('<h1>A</h1>');
  await publish(seq);
  expect(await site.sync()).toMatchObject({ uploaded: 1 });
});
