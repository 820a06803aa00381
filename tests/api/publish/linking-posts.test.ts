import { expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { findMemberships } from '../../../db/queries/post-lists.ts';
import { deletePost, findAnyPost, hidePost } from '../../../db/queries/posts-table.ts';
import { listRelatedPosts } from '../../../db/queries/related.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { linkingPosts } from '../../../src/lib/linking-posts.ts';
import { makePost, testDatabase } from '../../support/database.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

async function make(
  database: Database,
  slug: string,
  created: number,
  tags: string[] = [],
  words: { title?: string; content?: string } = {},
) {
  const values = { slug, title: 'x', category: 'uncategorized', createdAt: day(created), ...words };
  const post = await makePost(database, values);
  const labels = tags.map((label) => ({ slug: label, label }));
  await database.transaction((tx) => saveTagsOf(tx, post.id, labels));
  return post;
}

async function linking(database: Database, action: 'publish' | 'remove', postId: string) {
  const { read } = database;
  const found = await findAnyPost(read, postId);
  const memberships = await findMemberships(read, postId);
  return await linkingPosts(read, found?.post, memberships, { action, postId });
}

test('after a removal, all posts that show it as a related one are written again', async () => {
  const database = await testDatabase();
  const post = await make(database, 'post', 10, ['a', 'b']);
  // It has more in common with nine others, so a publish doesn't change the page of this one.
  await make(database, 'between', 11);
  await make(database, 'shows-it', 12, ['b']);
  for (let n = 0; n < 9; n++) await make(database, `close-${n}`, 20 + n, ['a', 'b']);
  expect(await linking(database, 'publish', post.id)).not.toContain('/post/shows-it');

  await database.transaction((tx) => hidePost(tx, post.id));
  const written = await linking(database, 'remove', post.id);
  expect(written).toContain('/post/shows-it');
  expect(written).toContain('/post/between');
});

test('so are those whose title has a word of its text', async () => {
  const database = await testDatabase();
  const text = { content: '<p>A sourdough needs time.</p>' };
  const post = await make(database, 'post', 10, [], text);
  await make(database, 'next', 11);
  const bread = await make(database, 'bread', 12, [], { title: 'Sourdough bread' });
  const shown = { ...bread, tags: [], series: [] };
  expect(await listRelatedPosts(database.read, shown, 3)).toMatchObject([{ slug: 'post' }]);

  await database.transaction((tx) => hidePost(tx, post.id));
  expect(await linking(database, 'remove', post.id)).toContain('/post/bread');
});

test('after a post was deleted for good, the newest pages are written again', async () => {
  const database = await testDatabase();
  const post = await make(database, 'post', 10);
  for (let n = 0; n < 30; n++) await make(database, `p-${n}`, 11);
  await database.transaction((tx) => deletePost(tx, post.id));
  const written = await linking(database, 'remove', post.id);
  expect(written).toHaveLength(20);
  expect(written[0]).toBe('/post/p-29');
});
