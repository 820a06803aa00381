import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { INDEX_FILE, INDEX_FORMAT, INDEX_PATH } from '../../../api/contract/search.ts';
import { writeShard } from '../../../api/search/write-shard.ts';
import { listPosts } from '../../../db/queries/posts.ts';
import { WORDS_VERSION } from '../../../db/words.ts';
import { EVERY_POST } from '../../../src/lib/search/query.ts';
import { makePost, testDatabase } from '../../support/database.ts';
import { entryOf } from './entries.ts';
import { indexOnDisk } from './support.ts';
import { PAIRS } from './word-pairs.ts';

type Find = (term: string) => Promise<string[]>;

const TEXTS = [...new Set(PAIRS.map(({ text }) => text))];
const PAGE = { startIndex: 0, limit: 100 };

async function expectPairs(find: Find): Promise<void> {
  const wrong: string[] = [];
  for (const { text, term, isFound } of PAIRS) {
    if ((await find(term)).includes(text) !== isFound) wrong.push(`${term} in ${text}`);
  }
  expect(wrong).toEqual([]);
}

let database: Awaited<ReturnType<typeof testDatabase>>;
const cleanUps: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await testDatabase((work) => cleanUps.push(work));
  for (const title of TEXTS) await makePost(database, { title });
  return async () => {
    for (const work of cleanUps) await work();
  };
});

test('the API finds exactly the pairs of text and term that the table marks as found', async () => {
  await expectPairs(async (searchTerm) => {
    const rows = await listPosts(database.read, { searchTerm }, PAGE);
    return rows.map(({ title }) => title);
  });
});

test('static search finds exactly the pairs that the table marks as found', async () => {
  const site = await mkdtemp(join(tmpdir(), 'inkwell-search-'));
  onTestFinished(() => rm(site, { recursive: true, force: true }));
  const root = join(site, INDEX_PATH);
  await mkdir(root, { recursive: true });
  const rows = await listPosts(database.read, {}, { sort: 'asc', ...PAGE });
  const entries = rows.map((row) => entryOf(row));
  const built = await writeShard(root, entries);
  const index = {
    format: INDEX_FORMAT,
    words: WORDS_VERSION,
    engine: built?.engine,
    changed: [],
    behind: false,
    categories: [],
    shards: [
      { folder: built?.folder, from: [entries[0]?.at, entries[0]?.seq], posts: rows.length },
    ],
  };
  await writeFile(join(root, INDEX_FILE), JSON.stringify(index));
  const opened = indexOnDisk(site);
  await expectPairs(async (searchTerm) => {
    const cards = await opened.search({ ...EVERY_POST, searchTerm }, PAGE);
    return cards.map(({ title }) => title);
  });
});

test('a search page with a different version of words asks the API instead', async () => {
  const site = await mkdtemp(join(tmpdir(), 'inkwell-search-'));
  onTestFinished(() => rm(site, { recursive: true, force: true }));
  await mkdir(join(site, INDEX_PATH), { recursive: true });
  const index = { format: INDEX_FORMAT, words: WORDS_VERSION + 1, shards: [], changed: [] };
  await writeFile(join(site, INDEX_PATH, INDEX_FILE), JSON.stringify(index));
  await expect(indexOnDisk(site).search(EVERY_POST, PAGE)).rejects.toThrow(/words of version/);
});
