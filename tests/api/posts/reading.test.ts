import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPicture } from '../../../db/queries/pictures.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { makePost, makeUser } from '../../support/database.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-03-01T12:00:00Z');

let site: TestApp;
const posts: PostRow[] = [];
const get = (query: string) => site.call(`GET /api/post/getposts${query}`);
const titles = async (query: string): Promise<string[]> =>
  (await get(query)).body.posts.map((post: { title: string }) => post.title);

/**
 * Twelve posts, one every five days, `P1` the newest. `ann` wrote the odd ones; a third is on
 * React.
 */
beforeAll(async () => {
  site = await testApp({ cleanUp: afterAll, services: { now: () => NOW } });
  for (let n = 12; n >= 1; n--) {
    posts.unshift(
      await makePost(site.database, {
        title: `P${n}`,
        slug: `p${n}`,
        userId: n % 2 === 1 ? 'ann' : 'bob',
        category: n % 3 === 0 ? 'reactjs' : 'javascript',
        content: `<p>Café number${n} ${n % 3 === 0 ? 'hooks' : 'promises'} NOT</p>`,
        createdAt: new Date(NOW.getTime() - n * 5 * DAY),
      }),
    );
  }
});

describe('getposts', () => {
  it('adds the covers only on request', async () => {
    const url = '/uploads/1-cover.jpg';
    const app = await testApp();
    const known = { url, width: 1600, height: 900, widths: [480, 960] };
    await app.database.transaction((tx) =>
      insertPicture(tx, { ...known, kind: 'post', bytes: 1, createdAt: NOW }),
    );
    for (const image of [url, '', 'https://example.com/a.png']) {
      await makePost(app.database, { image });
    }
    expect((await app.call('GET /api/post/getposts?pictures=1')).body.pictures).toEqual([known]);
    for (const query of ['', '?pictures=', '?pictures=2']) {
      const { body } = await app.call(`GET /api/post/getposts${query}`);
      expect(Object.keys(body)).toEqual(['posts', 'totalPosts', 'lastMonthPosts']);
    }
  });

  it('getposts returns the newest nine, with the totals overall and of the last 30 days', async () => {
    const { status, body, headers } = await get('');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(Object.keys(body)).toEqual(['posts', 'totalPosts', 'lastMonthPosts']);
    expect(body.posts.map((post: { title: string }) => post.title)).toEqual(
      Array.from({ length: 9 }, (_, i) => `P${i + 1}`),
    );
    expect(body.totalPosts).toBe(12);
    expect(body.lastMonthPosts).toBe(6);
  });

  it('getposts returns each post in the shape of the contract', async () => {
    const { body } = await get('?slug=p3');
    expect(body.posts).toEqual([
      {
        _id: posts[2]?.id,
        userId: 'ann',
        title: 'P3',
        slug: 'p3',
        category: 'reactjs',
        content: '<p>Café number3 hooks NOT</p>',
        image: '',
        imageAlt: '',
        imageFocus: '',
        createdAt: '2026-02-14T12:00:00.000Z',
        updatedAt: '2026-02-14T12:00:00.000Z',
      },
    ]);
  });

  it('getposts pages with startIndex and a limit up to 100', async () => {
    expect(await titles('?startIndex=9')).toEqual(['P10', 'P11', 'P12']);
    expect(await titles('?startIndex=1&limit=2')).toEqual(['P2', 'P3']);
    expect(await titles('?limit=100')).toHaveLength(12);
    expect(await titles('?startIndex=100000')).toEqual([]);
  });

  it('getposts sorts by creation, with sort or order', async () => {
    expect((await titles('?sort=asc'))[0]).toBe('P12');
    expect((await titles('?order=asc'))[0]).toBe('P12');
    expect((await titles('?sort=desc&order=asc'))[0]).toBe('P1');
    expect((await titles('?sort='))[0]).toBe('P1');
  });

  it('getposts filters by author, category, slug and id', async () => {
    expect(await titles('?userId=ann')).toEqual(['P1', 'P3', 'P5', 'P7', 'P9', 'P11']);
    expect(await titles('?category=reactjs')).toEqual(['P3', 'P6', 'P9', 'P12']);
    expect(await titles('?category=ReactJS')).toHaveLength(4);
    expect(await titles(`?postId=${posts[4]?.id}`)).toEqual(['P5']);
    for (const all of ['?category=uncategorized', '?category=', '?userId=&slug=&searchTerm=']) {
      expect((await get(all)).body.totalPosts, all).toBe(12);
    }
  });

  it('getposts combines all filters and counts the matches', async () => {
    const { body } = await get(
      '?userId=ann&category=reactjs&searchTerm=HOOK&sort=asc&startIndex=0&limit=1&utm=x',
    );
    expect(body.posts.map((post: { title: string }) => post.title)).toEqual(['P9']);
    expect([body.totalPosts, body.lastMonthPosts]).toEqual([2, 1]);
  });

  it('getposts searches by word prefix, every word, any case, accents folded', async () => {
    expect(await titles('?searchTerm=PROM&limit=100')).toHaveLength(8);
    expect(await titles('?searchTerm=cafe%20number12')).toEqual(['P12']);
    expect(await titles('?searchTerm=ooks')).toEqual([]);
    expect(await titles('?searchTerm=hooks%20promises')).toEqual([]);
    expect(await titles('?searchTerm=not%20hooks&limit=1')).toEqual(['P3']);
  });

  it('getposts returns empty lists for unknown values', async () => {
    for (const query of [
      '?slug=no',
      '?postId=no',
      '?userId=no',
      '?category=no',
      '?searchTerm=no1',
    ]) {
      expect((await get(query)).body, query).toEqual({
        posts: [],
        totalPosts: 0,
        lastMonthPosts: 0,
      });
    }
  });

  it.each([
    '"',
    "'",
    '"hooks',
    'hooks"*',
    '*',
    '^hooks',
    'NEAR(',
    'NEAR(a b, 1)',
    'a AND',
    'OR',
    'title:x',
    '{title}:x',
    '-x',
    '(',
    ')',
    '\\',
    '%',
    '_',
    ';',
    "'; drop table posts; --",
    '\u0000',
    '\ud800',
    '🎉',
    '.',
    '!!!',
    ' \t ',
    'a'.repeat(5000),
    'a '.repeat(3000),
    '%00',
    '{{7*7}}',
    '<script>',
  ])('no search term breaks it: %j', async (term) => {
    const query = new URLSearchParams({ searchTerm: term });
    const { status, body } = await get(`?${query}`);
    expect(status).toBe(200);
    expect(body.posts.length).toBeLessThanOrEqual(9);
  });

  it.each([
    ['startIndex', '-1'],
    ['startIndex', '1.5'],
    ['startIndex', 'x'],
    ['startIndex', '1e3'],
    ['startIndex', '99999999999999999999'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-9'],
    ['limit', 'NaN'],
    ['sort', 'up'],
    ['order', 'newest'],
  ])('%s=%s returns 400 and names the parameter', async (name, value) => {
    const { status, body } = await get(`?${name}=${value}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      statusCode: 400,
      message: expect.stringContaining(name),
    });
  });

  it('getposts uses the first value of a repeated parameter', async () => {
    expect(await titles('?limit=1&limit=x')).toEqual(['P1']);
    expect(await titles('?slug=p2&slug=p3')).toEqual(['P2']);
  });

  it('getposts shows a change at once, even after the same list was cached', async () => {
    const fresh = await testApp();
    const count = async () => (await fresh.call('GET /api/post/getposts')).body.totalPosts;
    expect(await count()).toBe(0);
    await makePost(fresh.database);
    expect(await count()).toBe(1);
    const admin = await makeUser(fresh.database, { role: 'administrator' });
    const json = { title: 'x', category: 'x', content: 'x' };
    await fresh.call('POST /api/post/create', { json, as: admin });
    expect(await count()).toBe(2);
  });
});
