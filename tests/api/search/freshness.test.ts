import { expect, test } from 'vitest';
import { INDEX_FORMAT, type IndexFile } from '../../../api/contract/search.ts';
import { WORDS_VERSION } from '../../../db/words.ts';
import { EVERY_POST } from '../../../src/lib/search/query.ts';
import { indexWords } from '../../../src/lib/search/static-index/encode.ts';
import { StaticIndex } from '../../../src/lib/search/static-index/static-index.ts';
import { cardWith } from './entries.ts';

const PAGE = { startIndex: 0, limit: 9 };

/** An index with one post and no shards, which counts how often it is loaded. */
function indexWith(title: string) {
  const state = { title, asked: 0, now: 0, behind: false };
  const index = new StaticIndex(
    async () => {
      state.asked++;
      const entry = { words: indexWords(state.title), card: cardWith({ title: state.title }) };
      const file: IndexFile = {
        format: INDEX_FORMAT,
        words: WORDS_VERSION,
        engine: '',
        shards: [],
        categories: [],
        behind: state.behind,
        changed: state.behind ? [] : [{ key: [1, 1], entry }],
        labels: [],
        total: 1,
      };
      return new TextEncoder().encode(JSON.stringify(file));
    },
    () => state.now,
  );
  const find = async (searchTerm: string) =>
    (await index.search({ ...EVERY_POST, searchTerm }, PAGE)).map((card) => card.title);
  return { index, state, find };
}

test('simultaneous searches load index.json once', async () => {
  const { index, state, find } = indexWith('A walrus of glass');
  const answers = await Promise.all([index.count(EVERY_POST), find('walrus'), find('seal')]);
  expect(answers).toEqual([1, ['A walrus of glass'], []]);
  expect(state.asked).toBe(1);
});

test('index.json is loaded again after half a second', async () => {
  const { state, find } = indexWith('A walrus of glass');
  await find('walrus');
  state.title = 'A seal of copper';
  state.now = 499;
  expect(await find('seal')).toEqual([]);
  state.now = 500;
  expect(await find('seal')).toEqual(['A seal of copper']);
  expect(await find('walrus')).toEqual([]);
  expect(state.asked).toBe(2);
});

test('an empty index that is being built is an error', async () => {
  const { state, find } = indexWith('');
  state.behind = true;
  await expect(find('walrus')).rejects.toThrow('still being made');
});
