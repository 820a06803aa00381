import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { INDEX_FILE, INDEX_FORMAT, INDEX_PATH } from '../../../api/contract/search.ts';
import { writeShard } from '../../../api/search/write-shard.ts';
import { WORDS_VERSION } from '../../../db/words.ts';
import { EVERY_POST } from '../../../src/lib/search/query.ts';
import { entryOf } from './entries.ts';

const SHARDS = 20;
const POSTS_A_SHARD = 12;
const PAGE = { startIndex: 0, limit: 9 };

let site: string;
/** Requests since the search page was opened, by path. */
let requested: string[];
let api: 'answers' | 'fails' | 'is missing';

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'inkwell-search-'));
  afterAll(() => rm(site, { recursive: true, force: true }));
  const root = join(site, INDEX_PATH);
  await mkdir(root, { recursive: true });
  const posts = Array.from({ length: SHARDS * POSTS_A_SHARD }, (_, n) => ({
    id: `id${n}`,
    seq: n + 1,
    version: 1,
    slug: `post-${n}`,
    category: 'nextjs',
    title: `Post ${n}`,
    text: n === 3 ? 'common rare' : 'common',
    createdAt: new Date(1_700_000_000_000 + n),
  }));
  const shards = [];
  let engine = '';
  for (let first = 0; first < posts.length; first += POSTS_A_SHARD) {
    const entries = posts.slice(first, first + POSTS_A_SHARD).map((post) => entryOf(post));
    const built = await writeShard(root, entries);
    if (!built) throw new Error('There are no posts');
    engine = built.engine;
    const from = [entries[0]?.at, entries[0]?.seq];
    shards.push({ folder: built.folder, from, posts: POSTS_A_SHARD });
  }
  const index = {
    format: INDEX_FORMAT,
    words: WORDS_VERSION,
    engine,
    shards,
    changed: [],
    behind: false,
  };
  const totals = { categories: ['nextjs'], labels: [], total: posts.length };
  await writeFile(join(root, INDEX_FILE), JSON.stringify({ ...index, ...totals }));
}, 120_000);

beforeEach(() => {
  requested = [];
  vi.resetModules();
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const path = String(input);
    requested.push(path);
    if (path.startsWith(INDEX_PATH)) return new Response(await readFile(join(site, path)));
    if (api === 'is missing') return new Response('Not found', { status: 404 });
    if (api === 'fails') throw new TypeError('The network is down');
    return Response.json({ hits: [], total: 0 });
  });
  return () => vi.unstubAllGlobals();
});

/** Opens the search page anew. */
async function openPage() {
  const { searchPosts } = await import('../../../src/lib/search/search.ts');
  return async (searchTerm: string, page = PAGE) => {
    const query = { ...EVERY_POST, searchTerm };
    const { posts } = await searchPosts(query, page, new AbortController().signal);
    return posts.map(({ title }) => title);
  };
}

const calls = () => requested.filter((path) => !path.startsWith(INDEX_PATH)).length;

test.each(['common', 'rare', ''])('with an API, a search for %j is one request', async (term) => {
  api = 'answers';
  const search = await openPage();
  expect(await search(term)).toEqual([]);
  expect(requested).toHaveLength(1);
  expect(calls()).toBe(1);
});

test('without an API, every post is found, and the API is asked once', async () => {
  api = 'is missing';
  const search = await openPage();
  expect(await search('rare')).toEqual(['Post 3']);
  expect(await search('nowhere')).toEqual([]);
  expect(calls()).toBe(1);
});

test('when the API fails, every post is found, and the next search asks again', async () => {
  api = 'fails';
  const search = await openPage();
  expect(await search('rare')).toEqual(['Post 3']);
  const before = calls();
  expect(await search('nowhere')).toEqual([]);
  expect(calls()).toBeGreaterThan(before);
});
