import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { INDEX_FILE, INDEX_FORMAT, INDEX_PATH } from '../../../api/contract/search.ts';
import { writeShard } from '../../../api/search/write-shard.ts';
import { articleOf } from '../../../bench/support/posts.ts';
import { WORDS_VERSION } from '../../../db/words.ts';
import { EVERY_POST } from '../../../src/lib/search/query.ts';
import { entryOf } from './entries.ts';
import { indexOnDisk } from './support.ts';

/** Enough for several files of words. */
const POSTS = 300;

test('finds every word and its beginnings, also the last words of each file', async () => {
  const site = await mkdtemp(join(tmpdir(), 'inkwell-search-'));
  onTestFinished(() => rm(site, { recursive: true, force: true }));
  const root = join(site, INDEX_PATH);
  await mkdir(root, { recursive: true });
  const articles = Array.from({ length: POSTS }, (_, n) => articleOf(n));
  const entries = articles.map(({ title, content }, n) =>
    entryOf({
      id: `id${n}`,
      seq: n + 1,
      version: 1,
      slug: `post-${n}`,
      title,
      category: 'nextjs',
      text: content.replaceAll(/<[^>]*>/g, ' '),
      createdAt: new Date(1_700_000_000_000 + n),
    }),
  );
  const built = await writeShard(root, entries);
  if (!built) throw new Error('There are no posts');
  const from = [entries[0]?.at ?? 0, entries[0]?.seq ?? 0] as const;
  const index = {
    format: INDEX_FORMAT,
    words: WORDS_VERSION,
    engine: built.engine,
    changed: [],
    behind: false,
    categories: [],
    shards: [{ folder: built.folder, from, posts: POSTS }],
  };
  await writeFile(join(root, INDEX_FILE), JSON.stringify(index));
  const titleWords = articles.flatMap(({ title }) => title.toLowerCase().match(/[a-z]+/g) ?? []);
  const words = [...new Set(titleWords)];
  const missing: string[] = [];
  const files = new Set<string>();
  for (const word of words) {
    for (const searchTerm of [word, word.slice(0, -1), word.slice(0, 2), word.slice(0, 1)]) {
      // A new one each time: files that other words have loaded stay.
      const opened = indexOnDisk(site);
      const found = await opened.search({ ...EVERY_POST, searchTerm }, { startIndex: 0, limit: 9 });
      if (found.length === 0) missing.push(searchTerm);
      for (const name of opened.loaded) if (name.endsWith('.pf_index')) files.add(name);
    }
  }
  expect(words.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
  expect(files.size).toBeGreaterThan(1);
}, 60_000);
