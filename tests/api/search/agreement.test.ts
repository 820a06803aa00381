import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INDEX_FILE, INDEX_FORMAT, INDEX_PATH } from '../../../api/contract/search.ts';
import { writeWordMap } from '../../../api/search/word-map.ts';
import { writeShard } from '../../../api/search/write-shard.ts';
import type { Database } from '../../../db/client.ts';
import { countPosts, listPosts, type PostRow } from '../../../db/queries/posts.ts';
import { insertPost } from '../../../db/queries/posts-table.ts';
import { withSearchNames } from '../../../db/queries/search.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { WORDS_VERSION } from '../../../db/words.ts';
import { EVERY_POST, type SearchQuery } from '../../../src/lib/search/query.ts';
import { testDatabase } from '../../support/database.ts';
import { entryOf } from './entries.ts';
import { randomOf } from './random.ts';
import { indexOnDisk } from './support.ts';
import { PAIRS } from './word-pairs.ts';

const POSTS = 2_000;
const SHARD = 500;
const QUERIES = 500;
const CATEGORIES = ['uncategorized', 'javascript', 'reactjs', 'nextjs'];

const WORDS = [
  ...new Set(PAIRS.flatMap(({ text, term }) => [...text.split(' '), ...term.split(' ')])),
  ...(
    'a an the of react reactive reactor reaction hooks hook state stated statement server servers render ' +
    'rendering rendered cache cached caching key keys keyboard focus form forms node js javascript java ' +
    'script typescript type types typed über uber crème creme brûlée naïve café cafés résumé ångström ' +
    'привет мир мира 日本語 入門 εισαγωγή straße strasse İstanbul istanbul 2024 2025 20 3d h2o q quick queue ' +
    'snake_case kebab-case node.js c++ c# .net user@example.com https://example.com/path "quoted" it’s don\'t ' +
    'ﬁle file ½ half x² emoji😀inside 😀 ①one constructor toString __proto__ valueOf hasOwnProperty'
  ).split(' '),
];

const random = randomOf(7);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const some = (count: number) => Array.from({ length: count }, () => pick(WORDS)).join(' ');

let database: Database;
let site: string;

beforeAll(async () => {
  database = await testDatabase(afterAll);
  site = await mkdtemp(join(tmpdir(), 'inkwell-search-'));
  afterAll(() => rm(site, { recursive: true, force: true }));
  await database.transaction(async (tx) => {
    for (let n = 0; n < POSTS; n++) {
      // Some posts share a millisecond, some are older than the previous one.
      const at = new Date(
        1_700_000_000_000 + Math.floor(n / 3) * 60_000 - (n % 7 === 0 ? 3_600_000 : 0),
      );
      const text = `${some(12)} only${n % 90}`;
      const post = await insertPost(tx, {
        userId: 'author',
        title: some(3),
        slug: `post-${n}`,
        category: pick(CATEGORIES),
        content: `<p>${text}</p>`,
        text,
        createdAt: at,
        updatedAt: at,
      });
      const tags = tagsOf(post).map(([slug, label]) => ({ slug, label }));
      await saveTagsOf(tx, post.id, tags);
    }
  });
  await writeIndex(
    await listPosts(database.read, {}, { sort: 'asc', startIndex: 0, limit: POSTS }),
  );
}, 120_000);

/** Every third post has a tag. */
function tagsOf({ slug }: Pick<PostRow, 'slug'>): (readonly [string, string])[] {
  return Number(slug.slice('post-'.length)) % 3 === 0 ? [['third', 'Third reaction: C#']] : [];
}

async function writeIndex(rows: PostRow[]): Promise<void> {
  const root = join(site, INDEX_PATH);
  await mkdir(root, { recursive: true });
  const shards = [];
  let engine = '';
  for (let first = 0; first < rows.length; first += SHARD) {
    const entries = rows.slice(first, first + SHARD).map((row) => entryOf(row, tagsOf(row)));
    const built = await writeShard(root, entries);
    if (!built) throw new Error('There are no posts');
    engine = built.engine;
    shards.push({ folder: built.folder, from: [entries[0]?.at, entries[0]?.seq], posts: SHARD });
  }
  // All but the newest two are in the word map.
  const mapped = shards.slice(0, -2).map(({ folder }) => folder);
  const wordMap = await writeWordMap(root, mapped);
  const index = {
    format: INDEX_FORMAT,
    words: WORDS_VERSION,
    engine,
    wordMap,
    shards: shards.map((shard, n) => (n < mapped.length ? { ...shard, inMap: n } : shard)),
    changed: [],
    behind: false,
    labels: [],
    total: rows.length,
    categories: [],
  };
  await writeFile(join(root, INDEX_FILE), JSON.stringify(index));
}

async function inDatabase(query: SearchQuery, startIndex: number, limit: number) {
  const { searchTerm, category, tag, sort } = query;
  const filter = { searchTerm, category, ...(tag !== '' && { tag }) };
  const named = await withSearchNames(database.read, filter);
  const rows = await listPosts(database.read, named, { sort, startIndex, limit });
  return rows.map((row) => row.slug);
}

describe('the static search and the API', () => {
  test(`find the same posts in the same order, in ${QUERIES} searches`, {
    tags: 'long',
  }, async () => {
    const index = indexOnDisk(site);
    let found = 0;
    for (let n = 0; n < QUERIES; n++) {
      const words = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const word = pick([...WORDS, `only${n % 90}`]);
        const from = random() < 0.7 ? 0 : Math.floor(random() * word.length);
        return random() < 0.5
          ? word
          : word.slice(from, from + 1 + Math.floor(random() * word.length));
      });
      const query: SearchQuery = {
        searchTerm: words.join(pick([' ', '  ', ', ', '-'])),
        sort: pick(['asc', 'desc']),
        category: pick(['uncategorized', 'uncategorized', ...CATEGORIES]),
        tag: pick(['', '', '', 'third', 'nothing']),
      };
      const startIndex = pick([0, 0, 9, 18, 100]);
      const got = await index.search(query, { startIndex, limit: 9 });
      const slugs = got.map((card) => card.slug);
      found += slugs.length;
      expect(slugs, JSON.stringify({ query, startIndex })).toEqual(
        await inDatabase(query, startIndex, 9),
      );
    }
    expect(found).toBeGreaterThan(QUERIES);
  });

  test.each([
    '',
    'r',
    'zzz',
    'react zzz',
    'reactz',
    '***',
    'CAFE',
    'bru\u0302le\u0301e',
    'r re react rea REACT',
    'a the of react hook state server c k zzz',
    'a the of react hook state server c zzz',
    '日',
    '😀',
  ])('agree on %j', async (searchTerm) => {
    const query = { ...EVERY_POST, searchTerm };
    const got = await indexOnDisk(site).search(query, { startIndex: 0, limit: POSTS });
    expect(got.map((card) => card.slug)).toEqual(await inDatabase(query, 0, POSTS));
    expect(await indexOnDisk(site).count(query)).toBe(got.length);
  });

  test('count the posts of a category', async () => {
    const query: SearchQuery = { ...EVERY_POST, searchTerm: 'react', category: 'nextjs' };
    const count = await countPosts(database.read, await withSearchNames(database.read, query));
    expect(count).toBeGreaterThan(9);
    expect(await indexOnDisk(site).count(query)).toBe(count);
  });

  test('list every post once, page by page', async () => {
    const index = indexOnDisk(site);
    const seen: string[] = [];
    for (let startIndex = 0; startIndex < POSTS; startIndex += 100) {
      const page = await index.search(EVERY_POST, { startIndex, limit: 100 });
      seen.push(...page.map((card) => card.slug));
    }
    expect(seen).toEqual(await inDatabase(EVERY_POST, 0, POSTS));
  });
});

describe('the first search', () => {
  test('the first search without a term loads only the newest shard, and no engine', async () => {
    const index = indexOnDisk(site);
    await index.search(EVERY_POST, { startIndex: 0, limit: 9 });
    expect(index.loaded.length).toBeLessThanOrEqual(4);
    expect(index.loaded.join()).not.toMatch(/engine|pf_index/);
  });

  test('the first search for a frequent word loads one shard', async () => {
    const index = indexOnDisk(site);
    await index.search({ ...EVERY_POST, searchTerm: 'react' }, { startIndex: 0, limit: 9 });
    const folders = new Set(
      index.loaded.filter((name) => name.includes('/')).map((name) => name.split('/')[0]),
    );
    expect(folders.size).toBe(1);
  });
});
