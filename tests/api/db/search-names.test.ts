import { expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { listPosts } from '../../../db/queries/posts.ts';
import { withSearchNames } from '../../../db/queries/search.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { makePost, testDatabase } from '../../support/database.ts';

/** Adds a post with tags that have these labels. */
async function tagged(database: Database, title: string, labels: string[]): Promise<void> {
  const { id } = await makePost(database, { title });
  const tags = labels.map((label) => ({ slug: label.toLowerCase().replaceAll(' ', '-'), label }));
  await database.transaction((tx) => saveTagsOf(tx, id, tags));
}

async function search({ read }: Database, searchTerm: string): Promise<string[]> {
  const filter = await withSearchNames(read, { searchTerm });
  const rows = await listPosts(read, filter, { startIndex: 0, limit: 100 });
  return rows.map(({ title }) => title);
}

const numbered = (label: string) => Array.from({ length: 250 }, (_, n) => `${label} ${n}`);

test('tags that only contain a word of the search take no place from the tag that has it', async () => {
  const database = await testDatabase();
  await tagged(database, 'Fruit', numbered('Banana'));
  await tagged(database, 'A library', ['React']);
  expect(await search(database, 'a react')).toEqual(['A library']);
});

test('posts are found by any of many tags that begin with a word', async () => {
  const database = await testDatabase();
  await tagged(database, 'One', numbered('React'));
  await tagged(database, 'Two', ['React Zones']);
  expect((await search(database, 'react')).sort()).toEqual(['One', 'Two']);
});
