import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { countPosts, listPosts } from '../../../db/queries/posts.ts';
import { deletePost, updatePost } from '../../../db/queries/posts-table.ts';
import { ftsQueryOf } from '../../../db/queries/search-words.ts';
import { searchPrefixes } from '../../../db/words.ts';
import { makePost, testDatabase } from '../../support/database.ts';

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});

async function search(searchTerm: string): Promise<string[]> {
  const rows = await listPosts(database.read, { searchTerm }, { startIndex: 0, limit: 100 });
  expect(await countPosts(database.read, { searchTerm })).toBe(rows.length);
  return rows.map((row) => row.title);
}

describe('a search', () => {
  test('searches titles and texts', async () => {
    await makePost(database, { title: 'Hooks', content: '<p>state</p>', createdAt: new Date(1) });
    await makePost(database, { title: 'Other', content: '<p>hooks</p>', createdAt: new Date(2) });
    await makePost(database, { title: 'Neither', content: '<p>a</p>', createdAt: new Date(3) });
    expect(await search('hooks')).toEqual(['Other', 'Hooks']);
  });

  test("doesn't search in tags", async () => {
    await makePost(database, { content: '<strong class="big">word</strong>' });
    expect(await search('strong')).toEqual([]);
    expect(await search('big')).toEqual([]);
  });

  test('matches the beginning of words', async () => {
    await makePost(database, { title: 'JavaScript' });
    expect(await search('java')).toEqual(['JavaScript']);
    expect(await search('j')).toEqual(['JavaScript']);
    expect(await search('script')).toEqual([]);
  });

  test('requires every word, in any order', async () => {
    await makePost(database, { title: 'Server rendering', content: '<p>with streams</p>' });
    expect(await search('stream server')).toEqual(['Server rendering']);
    expect(await search('stream client')).toEqual([]);
  });

  test('ignores letter case and accents, composed or not', async () => {
    await makePost(database, { title: 'Crème Brûlée', content: '<p>ÅNGSTRÖM</p>' });
    for (const term of ['creme', 'CRÈME', 'brulee', 'bru\u0302le\u0301e', 'ångström', 'angstrom']) {
      expect(await search(term), term).toEqual(['Crème Brûlée']);
    }
  });

  test('finds words of any script', async () => {
    await makePost(database, { title: 'Привет мир' });
    await makePost(database, { title: '日本語 入門' });
    expect(await search('ПРИВ')).toEqual(['Привет мир']);
    expect(await search('日本')).toEqual(['日本語 入門']);
  });

  test('ignores punctuation', async () => {
    await makePost(database, { title: 'Node.js: what is "new" in C++?' });
    for (const term of ['node.js', '"new"', 'c++', '(node) js!', 'what-is', '-node']) {
      expect(await search(term), term).toHaveLength(1);
    }
  });

  test('treats operators as plain words', async () => {
    await makePost(database, { title: 'bread and butter' });
    await makePost(database, { title: 'bread' });
    expect(await search('bread AND butter')).toEqual(['bread and butter']);
    expect(await search('bread OR jam')).toEqual([]);
    expect(await search('NOT bread')).toEqual([]);
    expect(await search('title:jam')).toEqual([]);
  });

  test('a search with a blank term finds every post', async () => {
    await makePost(database, { title: 'any' });
    expect(await search('')).toEqual(['any']);
    expect(await search(' \t\n')).toEqual(['any']);
  });

  test.each(['***', '!!!', '"', '""', '😀', '\u0000', '\ud800', '\u0301'])(
    'for %j, which has no words, finds no post',
    async (term) => {
      await makePost(database, { title: 'any *** !!! " 😀' });
      expect(await search(term)).toEqual([]);
    },
  );

  const HOSTILE = [
    '*',
    'bread*',
    '"bread',
    'bread"',
    'NEAR',
    'NEAR(bread butter, 5)',
    'AND',
    'AND OR NOT',
    '^bread',
    'bread + butter',
    '{title text}: bread',
    'title : bread',
    '- bread',
    "'; drop table posts; --",
    '" OR "1"="1',
    'bread 😀 butter',
    'a\u0000b',
    '\u0000bread',
    '%_',
    '\\',
    '()',
    '\u202ebread',
    'x'.repeat(10_000),
    'a '.repeat(5_000),
    '"'.repeat(10_000),
    '*'.repeat(10_000),
    '😀'.repeat(5_000),
    '\ud835\udc00'.repeat(5_000),
  ];
  test.each(HOSTILE)('survives %j', async (term) => {
    await makePost(database, { title: 'bread and butter' });
    await expect(search(term)).resolves.toBeInstanceOf(Array);
    expect(await search('bread')).toEqual(['bread and butter']);
  });

  test('survives every character of the first two planes', { tags: 'long' }, async () => {
    await makePost(database, { title: 'plain' });
    const searchFor = (start: number) => {
      const characters = Array.from({ length: 16 }, (_, i) => String.fromCodePoint(start + i));
      return search(characters.join(' '));
    };
    for (let start = 0; start < 0x20000; start += 128) {
      await Promise.all(Array.from({ length: 8 }, (_, i) => searchFor(start + 16 * i)));
    }
    expect(await search('plain')).toEqual(['plain']);
  });
});

describe('the search index', () => {
  test('follows an edit of title and of text', async () => {
    const post = await makePost(database, { title: 'before', content: '<p>old</p>' });
    await database.transaction((tx) => updatePost(tx, post.id, { title: 'after' }, new Date()));
    expect(await search('before')).toEqual([]);
    expect(await search('after old')).toEqual(['after']);
    await database.transaction((tx) =>
      updatePost(tx, post.id, { content: '<p>new</p>', text: 'new' }, new Date()),
    );
    expect(await search('old')).toEqual([]);
    expect(await search('after new')).toEqual(['after']);
  });

  test("doesn't have deleted posts", async () => {
    const post = await makePost(database, { title: 'gone' });
    await database.transaction((tx) => deletePost(tx, post.id));
    expect(await search('gone')).toEqual([]);
    await makePost(database, { title: 'here' });
    expect(await search('gone')).toEqual([]);
  });

  test('the search index has nothing from a transaction that was rolled back', async () => {
    const post = await makePost(database, { title: 'stays' });
    const work = database.transaction(async (tx) => {
      await updatePost(tx, post.id, { title: 'changed' }, new Date());
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await search('changed')).toEqual([]);
    expect(await search('stays')).toEqual(['stays']);
  });
});

describe('the query of a term', () => {
  const ftsQuery = (term: string) => ftsQueryOf(searchPrefixes(term));

  test.each([
    ['react hooks', '"react"* "hooks"*'],
    ['React AND "hoo', '"react"* "and"* "hoo"*'],
    ['node.js C++', '"node.js"* "c++"*'],
    ['数据库 API', '"数据"* "据库"* "api"*'],
    ['snake_case', '"snake"* "case"*'],
    ['e\u0301te\u0301', '"ete"*'],
    ['...', ''],
    ['', ''],
  ])('%j is %j', (term, query) => {
    expect(ftsQuery(term)).toBe(query);
  });

  test('the query of a term has distinct words, at most 8 of at most 64 characters', () => {
    expect(ftsQuery('a '.repeat(100))).toBe('"a"*');
    expect(ftsQuery('a an Ant ANT b')).toBe('"ant"* "b"*');
    expect(ftsQuery('1 2 3 4 5 6 7 8 9 10').split(' ')).toHaveLength(8);
    expect(ftsQuery('x'.repeat(100))).toBe(`"${'x'.repeat(64)}"*`);
    expect(ftsQuery('\ud801\udc28'.repeat(100))).toBe(`"${'\ud801\udc28'.repeat(64)}"*`);
  });
});
