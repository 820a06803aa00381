import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  INDEX_FILE,
  INDEX_FORMAT,
  INDEX_PATH,
  type IndexFile,
  type Key,
  type SearchEntry,
  tagTerm,
} from '../../../api/contract/search.ts';
import { MapState } from '../../../api/search/map-state.ts';
import { writeWordMap } from '../../../api/search/word-map.ts';
import { writeShard } from '../../../api/search/write-shard.ts';
import { WORDS_VERSION } from '../../../db/words.ts';
import { EVERY_POST, type SearchQuery } from '../../../src/lib/search/query.ts';
import { entryOf } from './entries.ts';
import { indexOnDisk } from './support.ts';

const SHARDS = 20;
const POSTS_A_SHARD = 12;
const PAGE = { startIndex: 0, limit: 9 };

/** Post 3 and post 100 have `rare`, all of them `common`, one of each shard `seldom`. */
const textOf = (n: number) =>
  [
    `common number${n}`,
    ...(n === 3 || n === 100 ? ['rare', 'ржа'] : []),
    ...(n === 3 ? ['single'] : []),
    ...(n % POSTS_A_SHARD === 5 ? ['seldom'] : []),
  ].join(' ');

/** Post 50 has the tag `tea`, post 70 `tea-time`. Posts 20 and 99 have a rare category. */
const tagsOf = (n: number): SearchEntry['tags'] => {
  if (n === 50) return [['tea', 'Tea']];
  return n === 70 ? [['tea-time', 'Tea time']] : [];
};

const entries = Array.from({ length: SHARDS * POSTS_A_SHARD }, (_, n) =>
  entryOf(
    {
      id: `id${n}`,
      seq: n + 1,
      version: 1,
      slug: `post-${n}`,
      title: `Post ${n}`,
      category: n === 20 || n === 99 ? 'garden' : 'nextjs',
      text: textOf(n),
      createdAt: new Date(1_700_000_000_000 + n),
    },
    tagsOf(n),
  ),
);

let site: string;
let root: string;
let index: IndexFile;

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'inkwell-search-'));
  afterAll(() => rm(site, { recursive: true, force: true }));
  root = join(site, INDEX_PATH);
  await mkdir(root, { recursive: true });
  const shards = [];
  let engine = '';
  for (let first = 0; first < entries.length; first += POSTS_A_SHARD) {
    const some = entries.slice(first, first + POSTS_A_SHARD);
    const built = await writeShard(root, some);
    if (!built) throw new Error('There are no posts');
    engine = built.engine;
    const from: Key = [some[0]?.at ?? 0, some[0]?.seq ?? 0];
    shards.push({ folder: built.folder, from, posts: POSTS_A_SHARD });
  }
  const wordMap = await writeWordMap(
    root,
    shards.map(({ folder }) => folder),
  );
  index = {
    format: INDEX_FORMAT,
    words: WORDS_VERSION,
    engine,
    changed: [],
    behind: false,
    categories: [],
    wordMap,
    labels: [],
    total: entries.length,
    shards: shards.map((shard, inMap) => ({ ...shard, inMap })),
  };
}, 120_000);

/** Searches an index. Returns the titles, and the numbers of the shards that were loaded. */
async function search(wanted: string | Partial<SearchQuery>, file: IndexFile = index) {
  const query = typeof wanted === 'string' ? { searchTerm: wanted } : wanted;
  await writeFile(join(root, INDEX_FILE), JSON.stringify(file));
  const opened = indexOnDisk(site);
  const cards = await opened.search({ ...EVERY_POST, ...query }, PAGE);
  const touched = new Set(opened.loaded.flatMap((name) => /^shard-[^/]+/.exec(name)?.[0] ?? []));
  const numbers = file.shards.flatMap(({ folder }, number) => (touched.has(folder) ? number : []));
  return { titles: cards.map(({ title }) => title), numbers, loaded: opened.loaded };
}

const NEWEST = SHARDS - 1;

describe('a search with a word map', () => {
  test('a search with a word map loads only the newest shard and those that have the word', async () => {
    const { titles, numbers, loaded } = await search('rare');
    expect(titles).toEqual(['Post 100', 'Post 3']);
    expect(numbers).toEqual([0, 8, NEWEST]);
    expect(loaded.length).toBeLessThan(20);
  });

  test('a search with a word map finds beginnings of words, and words in other scripts', async () => {
    expect((await search('singl')).titles).toEqual(['Post 3']);
    expect((await search('рж')).titles).toEqual(['Post 100', 'Post 3']);
    expect((await search('number30')).titles).toEqual(['Post 30']);
  });

  test('a search with a word map loads nothing else for a word that no post has', async () => {
    const { titles, numbers } = await search('nowhere');
    expect(titles).toEqual([]);
    expect(numbers).toEqual([NEWEST]);
  });

  test('a search with a word map loads shards that have every word', async () => {
    const { titles, numbers } = await search('rare single common');
    expect(titles).toEqual(['Post 3']);
    expect(numbers).toEqual([0, NEWEST]);
  });

  test('a search with a word map loads only shards with the tag', async () => {
    expect(await search({ tag: 'tea' })).toMatchObject({
      titles: ['Post 50'],
      numbers: [4, NEWEST],
    });
    expect((await search({ tag: 'tea-time' })).titles).toEqual(['Post 70']);
    expect((await search({ tag: '日本' })).numbers).toEqual([NEWEST]);
    expect((await search({ tag: 'half of \ud83d' })).numbers).toEqual([NEWEST]);
    expect((await search({ tag: 'time' })).numbers).toEqual([NEWEST]);
  });

  test('a search with a word map loads only shards with the category, and with the words and the tag, too', async () => {
    const { titles, numbers } = await search({ category: 'garden' });
    expect(titles).toEqual(['Post 99', 'Post 20']);
    expect(numbers).toEqual([1, 8, NEWEST]);
    const both = await search({ category: 'garden', searchTerm: 'number20' });
    expect(both).toMatchObject({ titles: ['Post 20'], numbers: [1, NEWEST] });
    expect((await search({ category: 'garden', tag: 'tea' })).numbers).toEqual([NEWEST]);
  });

  test('a search with a word map finds a tag that was added to a shard after the map was made', async () => {
    const shards = index.shards.map((shard, number) =>
      number === 7 ? { ...shard, added: [tagTerm('tea')] } : shard,
    );
    expect((await search({ tag: 'tea' }, { ...index, shards })).numbers).toEqual([4, 7, NEWEST]);
  });

  test('a search with a word map loads no more shards than it needs for a page', async () => {
    const { titles, numbers } = await search('seldom');
    expect(titles).toHaveLength(9);
    expect(numbers).toHaveLength(9);
  });

  test('a search with a word map needs no map for a word that the newest shard has often enough', async () => {
    const { loaded } = await search('common');
    expect(loaded.filter((name) => name.startsWith('words-'))).toEqual([]);
  });

  test('a search with a word map finds posts in a shard that isn’t in the map', async () => {
    const shards = index.shards.map(({ inMap, ...shard }, number) =>
      number === 0 ? shard : { ...shard, ...(inMap !== undefined && { inMap }) },
    );
    const { titles, numbers } = await search('single', { ...index, shards });
    expect(titles).toEqual(['Post 3']);
    expect(numbers).toEqual([0, NEWEST]);
  });

  test('a search with a word map finds words that were added to a shard after the map was made', async () => {
    const shards = index.shards.map((shard, number) =>
      number === 4 ? { ...shard, added: ['numberless'] } : shard,
    );
    expect((await search('numberl', { ...index, shards })).numbers).toEqual([4, NEWEST]);
    expect((await search('numberl common', { ...index, shards })).numbers).toEqual([4, NEWEST]);
    expect((await search('nowhere', { ...index, shards })).numbers).toEqual([NEWEST]);
  });

  test('a search with a word map finds an edited post whose shard didn’t have the word', async () => {
    const entry = entries[30];
    if (!entry) throw new Error('There is no such post');
    const { words } = entryOf({
      id: 'id30',
      seq: 31,
      version: 2,
      slug: 'post-30',
      category: 'nextjs',
      title: 'Post 30',
      text: 'unheard',
      createdAt: new Date(entry.at),
    });
    const changed = [{ key: [entry.at, entry.seq] as Key, entry: { words, card: entry.card } }];
    const { titles, numbers } = await search('unheard', { ...index, changed });
    expect(titles).toEqual(['Post 30']);
    expect(numbers).toEqual([NEWEST]);
  });
});

describe('the word map', () => {
  const shardsUpTo = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ folder: `shard-${number}` }));
  const names = (count: number) => shardsUpTo(count).map(({ folder }) => folder);

  test('the word map is built when a search could need more than 12 shards', () => {
    const state = new MapState();
    expect(state.isDue(shardsUpTo(12), 0)).toBe(false);
    expect(state.isDue(shardsUpTo(13), 0)).toBe(true);
  });

  test('the word map is rebuilt once more than 3 shards are missing from it, not after each change', () => {
    const state = new MapState();
    state.set('words-1', names(20), { now: 0, ms: 5_000 });
    expect(state.isDue(shardsUpTo(23), 100_000)).toBe(false);
    expect(state.isDue(shardsUpTo(24), 49_000)).toBe(false);
    expect(state.isDue(shardsUpTo(24), 51_000)).toBe(true);
  });

  test('the word map is forgotten if it’s damaged', () => {
    const state = new MapState();
    const shards = [{ folder: 'shard-0', inMap: 0, from: [0, 0] as const, posts: 1 }];
    state.reset('', shards);
    expect(state.entryOf('shard-0')).toEqual({});
    state.reset('words-1', shards);
    expect(state.entryOf('shard-0')).toEqual({ inMap: 0 });
  });

  test('gives a rebuilt shard the place of its predecessor, with the added words', () => {
    const state = new MapState();
    state.set('words-1', names(20), { now: 0, ms: 5_000 });
    state.replace('shard-7', 'shard-7b', ['new']);
    state.replace('shard-7b', 'shard-7c', ['newer', 'new']);
    expect(state.entryOf('shard-7c')).toEqual({ inMap: 7, added: ['new', 'newer'] });
    expect(state.entryOf('shard-7b')).toEqual({});
    state.replace('shard-8', 'shard-8b', []);
    expect(state.entryOf('shard-8b')).toEqual({ inMap: 8 });
  });

  test('leaves out a shard with too many added words, and is rebuilt if there are too many in total', () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`);
    const state = new MapState();
    state.set('words-1', names(30), { now: 0, ms: 0 });
    state.replace('shard-0', 'other', words(101));
    expect(state.entryOf('other')).toEqual({});
    const shards = shardsUpTo(30);
    for (let n = 1; n <= 20; n++) state.replace(`shard-${n}`, `shard-${n}b`, words(100));
    const now = shards.map(({ folder }, n) => ({
      folder: n >= 1 && n <= 20 ? `${folder}b` : folder,
    }));
    expect(state.isDue(now, 60_000)).toBe(false);
    state.replace('shard-21', 'shard-21b', words(1));
    const after = now.map((shard, n) => (n === 21 ? { folder: 'shard-21b' } : shard));
    expect(state.isDue(after, 60_000)).toBe(true);
  });
});
