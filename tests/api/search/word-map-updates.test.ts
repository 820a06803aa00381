import { expect, test } from 'vitest';
import { listPosts } from '../../../db/queries/posts.ts';
import { updatePost } from '../../../db/queries/posts-table.ts';
import { EVERY_POST } from '../../../src/lib/search/query.ts';
import { indexFile, settled, setUp } from './indexer.ts';
import { indexOnDisk } from './support.ts';

const PAGE = { startIndex: 0, limit: 9 };

test('the word map is built after the shards and kept across a restart, and the index lists words added since', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const { database, indexer, site, clock } = await setUp(6_600);
  await indexer.open(site);
  await settled(indexer);
  const first = await indexFile(site);
  expect(first.shards.map(({ inMap }) => inMap)).toEqual([...first.shards.keys()]);
  expect(first.shards.length).toBeGreaterThan(12);
  await indexer.close();

  await indexer.open(site);
  await settled(indexer);
  expect((await indexFile(site)).wordMap).toBe(first.wordMap);

  const [post] = await listPosts(database.read, {}, { startIndex: 200, limit: 1 });
  if (!post) throw new Error('There is no such post');
  const changes = { title: 'Zebra', text: 'unheard' };
  await database.transaction((tx) => updatePost(tx, post.id, changes, new Date(clock.now)));
  await indexer.update([{ action: 'publish', postId: post.id }]);
  const found = async (searchTerm: string) =>
    (await indexOnDisk(site).search({ ...EVERY_POST, searchTerm }, PAGE)).map(({ title }) => title);
  expect(await found('unheard')).toEqual(['Zebra']);
  await settled(indexer);
  const after = await indexFile(site);
  expect(after.wordMap).toBe(first.wordMap);
  expect(after.shards.map(({ inMap }) => inMap)).toEqual([...after.shards.keys()]);
  expect(after.shards.flatMap(({ added = [] }) => added)).toEqual([
    // The word of the title, for the ranking.
    expect.stringMatching(/^q.*zebra/),
    expect.stringMatching(/^unheard/),
    expect.stringMatching(/^zebra/),
  ]);
  expect(await found('unheard')).toEqual(['Zebra']);
  expect(await found(`word${6_600 - 201}`)).toEqual([]);
});
