import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { countInList, countNewerInList, listCardsOf } from '../../../db/queries/post-lists.ts';
import {
  countPosts,
  listPosts,
  listPostsWithTotals,
  type PostPage,
  type PostRow,
} from '../../../db/queries/posts.ts';
import { hidePost, showPost } from '../../../db/queries/posts-table.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { makePost, testDatabase } from '../../support/database.ts';

const TAG = { slug: 'tips', label: 'Tips' };
const OTHER = { slug: 'news', label: 'News' };
const FIRST = { startIndex: 0, limit: 100 };

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

/** Creates a post with the tag, or with others. */
async function tagged(title: string, ms: number, tags = [TAG]): Promise<PostRow> {
  const post = await makePost(database, { title, createdAt: at(ms) });
  await database.transaction((tx) => saveTagsOf(tx, post.id, tags));
  return post;
}

async function titles(page: Partial<PostPage> = {}): Promise<string> {
  const rows = await listPosts(database.read, { tag: 'tips' }, { ...FIRST, ...page });
  return rows.map(({ title }) => title).join(' ');
}

test('posts of a tag are in order of creation, whatever the order of insertion and tagging', async () => {
  await tagged('b', 2);
  await tagged('d', 4);
  // As an import does.
  await tagged('a', 1);
  const late = await makePost(database, { title: 'c', createdAt: at(3) });
  await makePost(database, { title: 'untagged', createdAt: at(3) });
  await tagged('other', 3, [OTHER]);
  await database.transaction((tx) => saveTagsOf(tx, late.id, [OTHER, TAG]));
  expect(await titles()).toBe('d c b a');
  expect(await titles({ sort: 'asc' })).toBe('a b c d');
  expect(await titles({ startIndex: 1, limit: 2 })).toBe('c b');
  expect(await titles({ startIndex: 3, limit: 2, sort: 'asc' })).toBe('d');
  expect(await titles({ startIndex: 4 })).toBe('');
  expect(await titles({ sortBy: 'title', sort: 'asc' })).toBe('a b c d');
  expect(await titles({ sortBy: 'title', startIndex: 2 })).toBe('b a');
});

test("posts of a tag with the same time are sorted by insertion, so that pages don't repeat any", async () => {
  const made = [];
  for (let n = 0; n < 7; n++)
    made.push(await makePost(database, { title: `${n}`, createdAt: at(0) }));
  for (const { id } of made.toReversed()) {
    await database.transaction((tx) => saveTagsOf(tx, id, [TAG]));
  }
  const pages = [];
  for (let startIndex = 0; startIndex < 7; startIndex += 2) {
    pages.push(await titles({ startIndex, limit: 2 }));
  }
  expect(pages).toEqual(['6 5', '4 3', '2 1', '0']);
});

test('the list of a tag, its totals and its page follow a tag that is taken away and given back', async () => {
  const [a, b] = [await tagged('a', 1), await tagged('b', 2)];
  await tagged('c', 3);
  const totals = async () => {
    const filter = { tag: 'tips' };
    const page = { ...FIRST, since: at(2) };
    const { rows, total, sinceTotal } = await listPostsWithTotals(database.read, filter, page);
    return [rows.map(({ title }) => title).join(''), total, sinceTotal];
  };
  expect(await totals()).toEqual(['cba', 3, 2]);
  await database.transaction((tx) => saveTagsOf(tx, b.id, [OTHER]));
  expect(await totals()).toEqual(['ca', 2, 1]);
  expect(await countInList(database.read, { tag: 'tips' })).toBe(2);
  expect(await countNewerInList(database.read, { tag: 'tips' }, a)).toBe(1);
  await database.transaction((tx) => saveTagsOf(tx, b.id, [OTHER, TAG]));
  expect(await totals()).toEqual(['cba', 3, 2]);
  expect(await countNewerInList(database.read, { tag: 'tips' }, a)).toBe(2);
  const cards = await listCardsOf(database.read, { tag: 'tips' }, { startIndex: 1, limit: 1 });
  expect(cards.map(({ title }) => title)).toEqual(['b']);
});

test('an empty page has the totals of the tag', async () => {
  await tagged('a', 1);
  await tagged('b', 3);
  const page = { startIndex: 9, limit: 9, since: at(2) };
  const list = await listPostsWithTotals(database.read, { tag: 'tips' }, page);
  expect(list).toEqual({ rows: [], total: 2, sinceTotal: 1 });
});

test('a tag can be combined with other filters', async () => {
  await tagged('a', 1);
  await tagged('b', 2);
  const filter = { tag: 'tips', until: at(1) };
  expect(await listPosts(database.read, filter, FIRST)).toMatchObject([{ title: 'a' }]);
  expect(await countPosts(database.read, filter)).toBe(1);
  expect(await countPosts(database.read, { tag: 'tips', category: 'uncategorized' })).toBe(2);
  expect(await countPosts(database.read, { tag: 'tips', category: 'reactjs' })).toBe(0);
  expect(await countPosts(database.read, { tag: 'tips', userId: 'nobody' })).toBe(0);
  expect(await countPosts(database.read, { tag: '' })).toBe(2);
});

test('a post that is public again has its former place in the list of a tag', async () => {
  await tagged('a', 1);
  const { id } = await tagged('b', 2);
  await tagged('c', 3);
  await database.transaction((tx) => hidePost(tx, id));
  expect(await titles()).toBe('c a');
  await database.transaction((tx) => showPost(tx, id));
  expect(await titles()).toBe('c b a');
});
