import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../../api/contract/search.ts';
import { findHits, runHere } from '../../../api/posts/search/hits.ts';
import { hidePost } from '../../../db/queries/posts-table.ts';
import { saveSeriesOf } from '../../../db/queries/series.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { updateUser } from '../../../db/queries/users.ts';
import { type TestApp, testApp } from '../../support/app.ts';
import { makePost, makeUser } from '../../support/database.ts';

let site: TestApp;
let clock = Date.UTC(2026, 0, 1);

interface Words {
  title: string;
  text?: string;
  tag?: string;
  series?: string;
  userId?: string;
}

/** Adds a post that is a day newer than the last one. */
async function write({ title, text = 'Nothing.', tag, series, userId = 'ann' }: Words) {
  clock += 24 * 60 * 60 * 1000;
  const content = `<p>${text}</p>`;
  const createdAt = new Date(clock);
  const post = await makePost(site.database, { title, content, text, userId, createdAt });
  await site.database.transaction(async (tx) => {
    if (tag) await saveTagsOf(tx, post.id, [{ slug: tag.toLowerCase(), label: tag }]);
    if (series) await saveSeriesOf(tx, post.id, { slug: 'a-series', title: series, position: 1 });
  });
  return post;
}

async function search(query: string): Promise<SearchAnswer> {
  const { status, body } = await site.call(`GET /api/post/search?${query}`);
  expect(status).toBe(200);
  return body;
}

const titles = async (query: string) => (await search(query)).hits.map(({ title }) => title);

beforeAll(async () => {
  site = await testApp({ cleanUp: afterAll });
  await makeUser(site.database, { id: 'ann', username: 'annlovelace' });
  await write({ title: 'Compilers for beginners' });
  await write({ title: 'On lexers', tag: 'Compilers' });
  await write({ title: 'On parsers', series: 'Compilers, step by step' });
  const filler = 'A sentence of filler. '.repeat(40);
  await write({ title: 'Weekly notes', text: `${filler}A word about compilers here. ${filler}` });
  await write({ title: 'Hydration', text: 'Islands & <b>typescript</b>.' });
});

describe('search', () => {
  it('finds posts by their tags, series and authors, too', async () => {
    expect(await titles('searchTerm=compil&sort=desc')).toEqual([
      'Weekly notes',
      'On parsers',
      'On lexers',
      'Compilers for beginners',
    ]);
    expect(await titles('searchTerm=annlov+lexers')).toEqual(['On lexers']);
    expect((await search('searchTerm=annlovelace')).total).toBe(5);
  });

  it('says the same as getposts about what matches', async () => {
    for (const term of ['compil', 'annlov', 'annlov+on', 'step+parsers', 'nothing']) {
      const { body } = await site.call(`GET /api/post/getposts?searchTerm=${term}`);
      const found = await search(`searchTerm=${term}&sort=desc`);
      expect(
        found.hits.map(({ title }) => title),
        term,
      ).toEqual(body.posts.map(({ title }: { title: string }) => title));
      expect(found.total).toBe(body.totalPosts);
    }
  });

  it('by relevance, puts titles before names, and names before texts', async () => {
    expect(await titles('searchTerm=compilers&sort=relevance')).toEqual([
      'Compilers for beginners',
      'On parsers',
      'On lexers',
      'Weekly notes',
    ]);
    expect(await titles('searchTerm=compilers&sort=relevance&startIndex=1&limit=2')).toEqual([
      'On parsers',
      'On lexers',
    ]);
  });

  it('answers with the part of the text that has the words, as text', async () => {
    const { hits } = await search('searchTerm=compilers+word&sort=relevance');
    expect(hits[0]?.excerpt).toMatch(/^….*A word about compilers here\..*…$/);
    expect(hits[0]?.excerpt.length).toBeLessThan(200);
    const [escaped] = (await search('searchTerm=typescript')).hits;
    expect(escaped?.excerpt).toBe('Islands & <b>typescript</b>.');
  });

  it('names the author, the tags and the series of each post', async () => {
    const { hits } = await search('searchTerm=on&sort=desc');
    expect(hits.map(({ author, tags, series }) => ({ author, tags, series }))).toEqual([
      { author: 'annlovelace', tags: [], series: 'Compilers, step by step' },
      { author: 'annlovelace', tags: [['compilers', 'Compilers']], series: undefined },
    ]);
  });

  it('lists everything without a term, in parts', async () => {
    const { hits, total } = await search('limit=2&startIndex=1');
    expect(hits.map(({ title }) => title)).toEqual(['Weekly notes', 'On parsers']);
    expect(total).toBe(5);
  });

  it.each(['relevance', 'desc'])(
    'counts the matches also on a page after the last: %s',
    async (sort) => {
      const query = `searchTerm=compilers&sort=${sort}&startIndex=90`;
      expect(await search(query)).toEqual({ hits: [], total: 4 });
    },
  );

  it('finds posts by the new name of an author at once', async () => {
    await makeUser(site.database, { id: 'bob', username: 'bobformer' });
    const post = await write({ title: 'By Bob', userId: 'bob' });
    await site.database.transaction((tx) =>
      updateUser(tx, 'bob', { username: 'bobrenamed' }, new Date()),
    );
    expect(await titles('searchTerm=bobrenamed')).toEqual([post.title]);
    expect(await titles('searchTerm=bobformer')).toEqual([]);
  });

  it('finds words that are names of properties in JavaScript', async () => {
    await write({ title: 'What a constructor returns' });
    for (const sort of ['relevance', 'desc']) {
      const query = `searchTerm=constructor&sort=${sort}`;
      expect(await titles(query)).toEqual(['What a constructor returns']);
    }
    expect(await titles('searchTerm=constructor+compilers')).toEqual([]);
    expect(await titles('searchTerm=valueOf')).toEqual([]);
    const { body } = await site.call('GET /api/post/getposts?searchTerm=constructor');
    expect(body.totalPosts).toBe(1);
  });
});

it('lets pages be served between the excerpts of long texts', async () => {
  const { searchTerm, ...query } = { searchTerm: 'filler', order: 'desc' as const };
  const page = { ...query, startIndex: 0, limit: 9 };
  for (let n = 0; n < 9; n++) await write({ title: 'Long', text: 'Some filler. '.repeat(500) });
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const found = await findHits({ filter: { searchTerm }, page }, site.database.read, runHere);
  isDone = true;
  expect(found.hits).toHaveLength(9);
  expect(turns).toBeGreaterThanOrEqual(9);
});

describe('a search without results', () => {
  it.each([
    ['compilars', 'compilers'],
    ['ompilers', 'compilers'],
    ['compileers', 'compilers'],
    ['ocmpilers', 'compilers'],
    ['hydraton', 'hydration'],
    ['compilars beginners', 'compilers beginners'],
  ])('suggests one edit: %j becomes %j', async (term, suggestion) => {
    const found = await search(`searchTerm=${encodeURIComponent(term)}`);
    expect(found).toEqual({ hits: [], total: 0, suggestion });
  });

  it.each(['cmplrs', 'xy', 'compilars hydration', 'zzzzzz'])(
    'suggests nothing that finds nothing: %j',
    async (term) => {
      const found = await search(`searchTerm=${encodeURIComponent(term)}`);
      expect(found).toEqual({ hits: [], total: 0 });
    },
  );

  it("doesn't suggest words that only hidden posts have", async () => {
    const { id } = await write({ title: 'Secretword' });
    await site.database.transaction((tx) => hidePost(tx, id));
    expect(await search('searchTerm=secretwort')).toEqual({ hits: [], total: 0 });
  });
});
