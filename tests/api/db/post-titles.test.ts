import { expect, test } from 'vitest';
import { findTitles } from '../../../db/queries/post-titles.ts';
import { hidePost } from '../../../db/queries/posts-table.ts';
import { makePost, testDatabase } from '../../support/database.ts';

async function withTitles(...titles: string[]) {
  const database = await testDatabase();
  for (const title of titles) await makePost(database, { title, text: 'notes' });
  const find = async (typed: string, limit = 8) =>
    (await findTitles(database.read, typed, limit)).map(({ title }) => title);
  return { database, find };
}

test('a title that begins with the words comes before others that have them', async () => {
  const others = Array.from({ length: 9 }, (_, n) => `All notes ${n}`);
  const { find } = await withTitles(...others, 'Notes', 'Notes of a day', 'Nothing');
  expect(await find('notes')).toEqual(['Notes', 'Notes of a day', ...others.slice(0, 6)]);
  expect(await find('  NOTES  ', 1)).toEqual(['Notes']);
});

test('a title in other letters that begins with the words comes first, too', async () => {
  const others = Array.from({ length: 9 }, (_, n) => `All über ${n}`);
  const { find } = await withTitles(...others, 'Über', 'Как писать', 'ЁЛКА');
  expect((await find('über'))[0]).toBe('Über');
  expect(await find('как')).toEqual(['Как писать']);
  expect(await find('ёлка')).toEqual(['ЁЛКА']);
});

test('finds titles with all words, in part and in any order, and takes % and _ literally', async () => {
  const { find } = await withTitles('Über den Fluss', 'The 100% _real_ thing', 'Fluss');
  expect(await find('uss über')).toEqual(['Über den Fluss']);
  expect(await find('% _re')).toEqual(['The 100% _real_ thing']);
  expect(await find('notes')).toEqual([]);
  expect(await find(' ')).toEqual([]);
});

test('never finds unpublished or trashed posts', async () => {
  const { database, find } = await withTitles();
  const post = await makePost(database, { title: 'Hidden' });
  expect(await find('hidden')).toEqual(['Hidden']);
  await database.transaction((tx) => hidePost(tx, post.id, new Date()));
  expect(await find('hidden')).toEqual([]);
});
