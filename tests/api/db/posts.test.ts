import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { listSitemapRange } from '../../../db/queries/archive.ts';
import { listCategories } from '../../../db/queries/categories.ts';
import { countPostComments } from '../../../db/queries/comments.ts';
import {
  countPosts,
  findPostById,
  findPostBySlug,
  listPostCards,
  listPosts,
  maxPostSeq,
  type PostFilter,
} from '../../../db/queries/posts.ts';
import { deletePost, updatePost } from '../../../db/queries/posts-table.ts';
import { listLatestSlugs, uniqueSlug } from '../../../db/queries/slugs.ts';
import { newId } from '../../../db/schema.ts';
import { makeComment, makePost, makeUser, testDatabase } from '../../support/database.ts';

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
});

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);
const FIRST = { startIndex: 0, limit: 100 };

async function titles(filter: PostFilter = {}, sort?: 'asc' | 'desc'): Promise<string[]> {
  const rows = await listPosts(database.read, filter, { ...FIRST, sort });
  return rows.map((row) => row.title);
}

test('ids look like the ObjectIds of imported records and differ', () => {
  const ids = Array.from({ length: 100 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(new Set(ids).size).toBe(100);
});

describe('a list of posts', () => {
  test('a list of posts is newest first by default, or oldest first', async () => {
    await makePost(database, { title: 'second', createdAt: at(2) });
    await makePost(database, { title: 'third', createdAt: at(3) });
    await makePost(database, { title: 'first', createdAt: at(1) });
    expect(await titles()).toEqual(['third', 'second', 'first']);
    expect(await titles({}, 'asc')).toEqual(['first', 'second', 'third']);
  });

  test("orders posts of the same millisecond by insertion, so that pages don't repeat or skip any", async () => {
    for (let n = 0; n < 7; n++) await makePost(database, { title: String(n), createdAt: at(0) });
    const paged: string[] = [];
    for (let startIndex = 0; startIndex < 7; startIndex += 2) {
      const rows = await listPosts(database.read, {}, { startIndex, limit: 2 });
      paged.push(...rows.map((row) => row.title));
    }
    expect(paged).toEqual(['6', '5', '4', '3', '2', '1', '0']);
    expect(await titles({}, 'asc')).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  });

  test("a list of posts isn't reordered by an edit", async () => {
    const old = await makePost(database, { title: 'old', createdAt: at(1) });
    await makePost(database, { title: 'new', createdAt: at(2) });
    await database.transaction((tx) => updatePost(tx, old.id, { title: 'edited' }, at(9)));
    expect(await titles()).toEqual(['new', 'edited']);
  });

  test('a list of posts is empty beyond its end', async () => {
    await makePost(database);
    expect(await listPosts(database.read, {}, { startIndex: 5, limit: 9 })).toEqual([]);
  });

  test('applies all filters together', async () => {
    const common = { userId: 'u1', category: 'reactjs', content: '<p>hooks</p>' };
    const wanted = await makePost(database, { ...common, title: 'wanted', slug: 'wanted' });
    await makePost(database, { ...common, title: 'other author', userId: 'u2' });
    await makePost(database, { ...common, title: 'other category', category: 'nextjs' });
    await makePost(database, { ...common, title: 'other text', content: '<p>state</p>' });
    const filter = { userId: 'u1', category: 'reactjs', searchTerm: 'hook' };
    expect(await titles(filter)).toEqual(['wanted']);
    expect(await countPosts(database.read, filter)).toBe(1);
    expect(await titles({ ...filter, slug: 'wanted', postId: wanted.id })).toEqual(['wanted']);
    expect(await titles({ ...filter, slug: 'wanted', postId: newId() })).toEqual([]);
  });

  test.each([[''], ['uncategorized']])('includes every category for "%s"', async (category) => {
    await makePost(database, { title: 'a', category: 'uncategorized', createdAt: at(1) });
    await makePost(database, { title: 'b', category: 'javascript', createdAt: at(2) });
    expect(await titles({ category })).toEqual(['b', 'a']);
    expect(await countPosts(database.read, { category })).toBe(2);
  });

  test('a list of posts is empty for an unknown slug, id, user or category', async () => {
    await makePost(database);
    for (const filter of [{ slug: 'x' }, { postId: 'x' }, { userId: 'x' }, { category: 'x' }]) {
      expect(await titles(filter)).toEqual([]);
      expect(await countPosts(database.read, filter)).toBe(0);
    }
  });

  test('a list of posts is empty for an empty slug, id or user', async () => {
    await makePost(database);
    for (const filter of [{ slug: '' }, { postId: '' }, { userId: '' }]) {
      expect(await titles(filter)).toEqual([]);
    }
  });

  test('counts posts created at an instant or later', async () => {
    await makePost(database, { createdAt: at(1), category: 'reactjs' });
    await makePost(database, { createdAt: at(2), category: 'reactjs' });
    await makePost(database, { createdAt: at(3) });
    expect(await countPosts(database.read)).toBe(3);
    expect(await countPosts(database.read, {}, at(2))).toBe(2);
    expect(await countPosts(database.read, { category: 'reactjs' }, at(2))).toBe(1);
  });
});

test('a card has the first 101 characters of the text and the length of the content, not the content', async () => {
  const content = `<p>${'é'.repeat(150)}</p>`;
  const post = await makePost(database, { content, text: 'é'.repeat(150), category: 'nextjs' });
  const [card] = await listPostCards(database.read, { category: 'nextjs' }, FIRST);
  expect(card).toEqual({
    id: post.id,
    userId: post.userId,
    slug: post.slug,
    title: post.title,
    category: 'nextjs',
    categoryLabel: null,
    image: '',
    imageFocus: '',
    picture: null,
    preview: 'é'.repeat(101),
    contentLength: 157,
    createdAt: post.createdAt,
    updatedAt: post.updatedAt,
  });
});

describe('one post', () => {
  test('a post is found by id and by slug', async () => {
    const post = await makePost(database);
    expect(await findPostById(database.read, post.id)).toEqual(post);
    expect(await findPostBySlug(database.read, post.slug)).toEqual(post);
    expect(await findPostById(database.read, 'x')).toBeUndefined();
    expect(await findPostBySlug(database.read, 'x')).toBeUndefined();
  });

  test('a post has a version that counts its edits, and the time of the last one', async () => {
    const post = await makePost(database, { createdAt: at(0) });
    await database.transaction((tx) => updatePost(tx, post.id, { title: 'Once' }, at(1)));
    const edited = await database.transaction((tx) =>
      updatePost(tx, post.id, { category: 'nextjs' }, at(2)),
    );
    expect(edited).toEqual({
      ...post,
      title: 'Once',
      category: 'nextjs',
      version: 3,
      updatedAt: at(2),
    });
  });

  test("a post that doesn't exist can't be edited or deleted", async () => {
    expect(await database.transaction((tx) => updatePost(tx, 'x', {}, at(0)))).toBeUndefined();
    expect(await database.transaction((tx) => deletePost(tx, 'x'))).toBeUndefined();
  });

  test('a post is deleted with its comments', async () => {
    const [post, other, user] = [
      await makePost(database),
      await makePost(database),
      await makeUser(database),
    ];
    await makeComment(database, { postId: post.id, userId: user.id });
    await makeComment(database, { postId: other.id, userId: user.id });
    expect(await database.transaction((tx) => deletePost(tx, post.id))).toEqual(post);
    expect(await countPostComments(database.read, post.id)).toBe(0);
    expect(await countPostComments(database.read, other.id)).toBe(1);
  });

  test("a post can't have the slug or id of another", async () => {
    const post = await makePost(database);
    await expect(makePost(database, { slug: post.slug })).rejects.toThrow(/unique/i);
    await expect(makePost(database, { id: post.id })).rejects.toThrow(/unique/i);
  });
});

describe('a slug', () => {
  const unique = (base: string) => database.transaction((tx) => uniqueSlug(tx, base));

  test("gets the first free number if it's taken", async () => {
    expect(await unique('news')).toBe('news');
    for (const slug of ['news', 'news-2', 'news-3', 'news-extra', 'newspaper', 'news-1']) {
      await makePost(database, { slug });
    }
    expect(await unique('news')).toBe('news-4');
    for (let n = 4; n <= 12; n++) await makePost(database, { slug: `news-${n}` });
    expect(await unique('news')).toBe('news-13');
  });

  test('never exceeds 80 characters, including the number', async () => {
    const long = 'a'.repeat(200);
    for (let n = 0; n < 12; n++) {
      const slug = await unique(long);
      expect(slug.length).toBeLessThanOrEqual(80);
      await makePost(database, { slug });
    }
    expect(await unique(long)).toBe(`${'a'.repeat(77)}-13`);
  });

  test("doesn't end in a hyphen when cut", async () => {
    const base = `${'a'.repeat(77)}-bcd`;
    await makePost(database, { slug: await unique(base) });
    expect(await unique(base)).toBe(`${'a'.repeat(77)}-2`);
  });
});

test('categories are listed once, in alphabetical order', async () => {
  for (const category of ['reactjs', 'go', 'reactjs', 'uncategorized']) {
    await makePost(database, { category });
  }
  const slugs = (await listCategories(database.read)).map(({ slug }) => slug);
  expect(slugs).toEqual(['go', 'reactjs', 'uncategorized']);
});

test('posts are read in batches, and in ranges for the sitemap', async () => {
  expect(await maxPostSeq(database.read)).toBe(0);
  const made = [];
  for (let n = 0; n < 5; n++) made.push(await makePost(database, { createdAt: at(-n) }));
  const seen: string[] = [];
  for (let beforeSeq = Number.MAX_SAFE_INTEGER; ; ) {
    const batch = await listLatestSlugs(database.read, { beforeSeq, limit: 2 });
    const last = batch.at(-1);
    if (last === undefined) break;
    seen.push(...batch.map((row) => row.slug));
    beforeSeq = last.seq;
  }
  expect(seen).toEqual(made.map((post) => post.slug).reverse());
  expect(await maxPostSeq(database.read)).toBe(made[4]?.seq);
  const range = await listSitemapRange(database.read, made[1]?.seq ?? 0, made[3]?.seq ?? 0);
  expect(range).toEqual(made.slice(1, 4).map(({ slug, updatedAt }) => ({ slug, updatedAt })));
});
