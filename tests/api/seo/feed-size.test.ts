import type { APIContext, APIRoute } from 'astro';
import { XMLParser } from 'fast-xml-parser';
import { expect, test, vi } from 'vitest';
import { saveSeriesOf } from '../../../db/queries/series.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { GET as authorFeed } from '../../../src/pages/author/[name]/rss.xml.ts';
import { GET as siteFeed } from '../../../src/pages/rss.xml.ts';
import { GET as seriesFeed } from '../../../src/pages/series/[slug]/rss.xml.ts';
import { GET as tagFeed } from '../../../src/pages/tag/[slug]/rss.xml.ts';
import { makePost, makeUser, testDatabase } from '../../support/database.ts';
import { expectValidRss } from '../../support/feeds.ts';

const MEBIBYTE = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Item {
  title: string;
  description: string;
  'content:encoded'?: string;
}

/** Creates posts with contents of these bytes, newest first, with one author, tag and series. */
async function withPosts(...contents: string[]) {
  const database = await testDatabase();
  vi.stubGlobal('pagesDatabase', Promise.resolve(database));
  const author = await makeUser(database, { username: 'ada' });
  for (const [index, content] of contents.entries()) {
    const createdAt = new Date(Date.UTC(2026, 0, 31) - index * DAY_MS);
    const values = { title: `Post ${index}`, text: 'Some text', content, createdAt };
    const { id } = await makePost(database, { ...values, userId: author.id });
    await database.transaction(async (tx) => {
      await saveTagsOf(tx, id, [{ slug: 'ink', label: 'Ink' }]);
      await saveSeriesOf(tx, id, { slug: 'ink', title: 'Ink', position: index + 1 });
    });
  }
  return database;
}

const FEEDS: [string, APIRoute][] = [
  ['/rss.xml', siteFeed],
  ['/tag/ink/rss.xml', tagFeed],
  ['/series/ink/rss.xml', seriesFeed],
  ['/author/ada/rss.xml', authorFeed],
];

async function read(get: APIRoute): Promise<{ xml: string; items: Item[] }> {
  const response = await get({ params: { slug: 'ink', name: 'ada' } } as unknown as APIContext);
  const xml = await response.text();
  const options = { parseTagValue: false, isArray: (name: string) => name === 'item' };
  const parsed = new XMLParser(options).parse(xml) as { rss: { channel: { item: Item[] } } };
  return { xml, items: parsed.rss.channel.item };
}

const isFull = (item: Item) => item['content:encoded'] !== undefined;

test('a feed of long posts has at most 1 MiB, with the full text of the newest ones', async () => {
  await withPosts(...Array.from({ length: 20 }, () => `<p>${'é'.repeat(150_000)}</p>`));
  for (const [path, get] of FEEDS) {
    const { xml, items } = await read(get);
    expect(Buffer.byteLength(xml), path).toBeLessThanOrEqual(MEBIBYTE);
    expectValidRss(xml, `http://localhost:4321${path}`);
    expect(items.map(isFull)).toEqual(items.map((_, index) => index < 3));
    expect(items).toHaveLength(20);
    expect(items.every(({ description }) => description === 'Some text')).toBe(true);
  }
});

test('a post that is too long for a feed has only a summary there, and older ones their text', async () => {
  await withPosts(`<p>${'x'.repeat(MEBIBYTE)}</p>`, '<p>short</p>');
  for (const [, get] of FEEDS) expect((await read(get)).items.map(isFull)).toEqual([false, true]);
});

test('a feed has at most 1 MiB even if absolute URLs make the texts longer', async () => {
  const content = '<p><a href="/">x</a></p>'.repeat(30_000);
  await withPosts(content, content);
  for (const [path, get] of FEEDS) {
    const { xml, items } = await read(get);
    expect(Buffer.byteLength(xml), path).toBeLessThanOrEqual(MEBIBYTE);
    expect(items.map(isFull)).toEqual([false, false]);
  }
});
