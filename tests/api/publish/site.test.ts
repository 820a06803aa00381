import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { SiteState } from '../../../api/contract/site.ts';
import { fileOf } from '../../../api/publish/files.ts';
import { insertSiteVersion } from '../../../db/queries/site-versions.ts';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';
import { createPublisher, SITE } from '../../support/publisher.ts';

/**
 * Pages show the name of the site. A full render waits at `/archive/slow` while the file `hold`
 * exists. The file `log` lists what was rendered.
 */
const RENDERER = `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const folder = import.meta.dirname;
  let name = 'none';
  export const setSite = (state) => { name = state.site.name; };
  export async function render(url) {
    const { pathname } = new URL(url);
    if (pathname === '/archive/slow' && existsSync(join(folder, 'hold'))) {
      writeFileSync(join(folder, 'waiting'), name);
      while (existsSync(join(folder, 'hold'))) await setTimeout(5);
    }
    appendFileSync(join(folder, 'log'), name + ' ' + pathname + '\\n');
    if (name === 'broken') throw new Error('This name cannot be rendered.');
    return new Response(name + ' ' + pathname, { headers: { 'Content-Type': 'text/html' } });
  }
  export async function* allPaths() { yield '/'; yield '/archive/slow'; yield '/post/first'; }
  export const affectedPaths = async ({ slug }) => ['/post/' + slug, '/'];
  export const authorsAmong = async () => [];
  export const categoriesAmong = async () => [];
  export const pagesOfLists = async () => [];
  export const searchEntries = async () => [];
  export const commentLists = async () => [];
`;

const named = (version: number, name: string): SiteState => ({
  version,
  hash: name,
  site: { ...SITE.site, name },
  changedAt: {},
});

async function openSite() {
  const database = await testDatabase();
  const folder = database.folder;
  let state = named(0, 'old');
  const open = () => createPublisher(database, RENDERER, { readSite: async () => state });
  const publisher = await open();
  await (await publisher.start()).complete;
  const store = async (name: string) => {
    const number = state.version + 1;
    const row = { number, site: '{}', changedAt: {}, userId: 'system', restoredFrom: null };
    await database.transaction((tx) => insertSiteVersion(tx, { ...row, createdAt: new Date() }));
    state = named(number, name);
  };
  const page = (path: string) => readFile(join(folder, 'site', fileOf(path)), 'utf8');
  const hold = () => writeFile(join(folder, 'hold'), '');
  const release = () => rm(join(folder, 'hold'));
  const waiting = () => readFile(join(folder, 'waiting'), 'utf8').catch(() => '');
  const live = (version: number) =>
    vi.waitFor(async () => expect((await publisher.status()).site.live).toBe(version), 60_000);
  return { database, folder, publisher, open, store, page, hold, release, waiting, live };
}

test('new settings are rendered next to the served pages, and publishing continues', async () => {
  const { database, publisher, store, page, hold, release, waiting, live } = await openSite();
  expect(await page('/')).toBe('old /');
  await hold();
  await store('new');
  await vi.waitFor(async () => expect(await waiting()).toBe('new'), 60_000);
  expect((await publisher.status()).site).toEqual({ wanted: 1, live: 0, error: null });
  expect((await publisher.status()).release.state).toBe('rendering');
  expect(await page('/')).toBe('old /');
  const post = await makePost(database, { slug: 'first' });
  await recordChange(database, { action: 'publish', postId: post.id, slug: post.slug });
  const published = publisher.flush(post.id);
  await release();
  expect(await published).toBe('live');
  await live(1);
  for (const path of ['/', '/archive/slow', '/post/first']) {
    expect(await page(path)).toMatch(/^new /);
  }
  expect((await publisher.render('/archive/slow')).body.toString()).toBe('new /archive/slow');
});

test('a page published during the render is rendered once for the settings being applied', async () => {
  const { database, folder, publisher, store, page, hold, release, waiting, live } =
    await openSite();
  await hold();
  await store('new');
  await vi.waitFor(async () => expect(await waiting()).toBe('new'), 60_000);
  const post = await makePost(database, { slug: 'second' });
  await recordChange(database, { action: 'publish', postId: post.id, slug: post.slug });
  const published = publisher.flush(post.id);
  await release();
  expect(await published).toBe('live');
  await live(1);
  expect(await page('/post/second')).toBe('new /post/second');
  const log = (await readFile(join(folder, 'log'), 'utf8')).split('\n');
  expect(log.filter((line) => line.endsWith('/post/second'))).toEqual([
    'old /post/second',
    'new /post/second',
  ]);
});

test('a second change replaces the first, and the former settings bring back the former pages', async () => {
  const { folder, publisher, store, page, hold, release, waiting, live } = await openSite();
  await hold();
  await store('first');
  await vi.waitFor(async () => expect(await waiting()).toBe('first'), 60_000);
  await store('second');
  const wanted = async () => (await publisher.status()).site.wanted;
  await vi.waitFor(async () => expect(await wanted()).toBe(2), 60_000);
  await release();
  await live(2);
  expect(await page('/')).toBe('second /');
  expect(existsSync(join(folder, 'releases/one-first'))).toBe(false);
  await store('old');
  await live(3);
  expect(await page('/archive/slow')).toBe('old /archive/slow');
});

test('settings that can’t be rendered leave the site as it was, and say so', async () => {
  const { publisher, store, page, live } = await openSite();
  await store('broken');
  await vi.waitFor(
    async () =>
      expect((await publisher.status()).site).toMatchObject({
        wanted: 1,
        live: 0,
        error: expect.stringContaining('cannot be rendered'),
      }),
    60_000,
  );
  expect(await page('/')).toBe('old /');
  await store('good');
  await live(2);
  expect(await page('/')).toBe('good /');
});

test('a change while the process is stopped is applied at the next start', async () => {
  const { publisher, open, store, page } = await openSite();
  await publisher.stop();
  await store('new');
  const next = await open();
  const { complete, isNew } = await next.start();
  expect(isNew).toBe(true);
  expect(await page('/')).toBe('old /');
  await complete;
  expect(await page('/')).toBe('new /');
  expect((await next.status()).site).toEqual({ wanted: 1, live: 1, error: null });
});
