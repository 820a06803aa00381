import { mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { SearchEntry } from '../../../api/contract/search.ts';
import { INDEX_FILE, INDEX_PATH, type IndexFile } from '../../../api/contract/search.ts';
import { saveCategoryLabel } from '../../../db/queries/categories.ts';
import { listPosts, type PostRow } from '../../../db/queries/posts.ts';
import { deletePost, updatePost } from '../../../db/queries/posts-table.ts';
import { EVERY_POST } from '../../../src/lib/search/query.ts';
import { makePost } from '../../support/database.ts';
import { entryOf } from './entries.ts';
import { addPosts, HOUR, indexFile, type Setup, START, settled, setUp } from './indexer.ts';
import { indexOnDisk } from './support.ts';

/** Expects the index to find the same posts in the same order as the database. */
async function expectAgreement({ database, site }: Setup): Promise<void> {
  const found = await indexOnDisk(site).search(EVERY_POST, { startIndex: 0, limit: 10_000 });
  const rows = await listPosts(database.read, {}, { startIndex: 0, limit: 10_000 });
  expect(found.map((card) => card.title)).toEqual(rows.map((row) => row.title));
}

async function titles(site: string, searchTerm: string): Promise<string[]> {
  const page = { startIndex: 0, limit: 9 };
  const cards = await indexOnDisk(site).search({ ...EVERY_POST, searchTerm }, page);
  return cards.map((card) => card.title);
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 6000) throw new Error('Timed out');
    await setTimeout(10);
  }
}

const folders = async (site: string) =>
  (await readdir(join(site, INDEX_PATH))).filter((name) => /^shard-[0-9a-f]+$/.test(name)).sort();

describe('the search index', { timeout: 120_000 }, () => {
  test('works without posts, and finds the first post at once', async () => {
    const setup = await setUp(0);
    await setup.indexer.open(setup.site);
    await settled(setup.indexer);
    expect(await titles(setup.site, '')).toEqual([]);
    const post = await makePost(setup.database, { title: 'First', createdAt: new Date(START) });
    await setup.indexer.update([{ action: 'publish', postId: post.id }]);
    expect(await titles(setup.site, 'first')).toEqual(['First']);
    await settled(setup.indexer);
    expect(setup.indexer.status()).toMatchObject({ posts: 1, shards: 1, waiting: 0, error: null });
    expect(await titles(setup.site, 'first')).toEqual(['First']);
  });

  test('finds own pages by their words, and lists only posts without a term', async () => {
    const { database, indexer, site } = await setUp(1);
    await indexer.open(site);
    const page = await makePost(database, {
      kind: 'page',
      slug: '/now',
      category: '',
      title: 'Zeppelins',
      createdAt: new Date(START + HOUR),
    });
    await indexer.update([{ action: 'publish', postId: page.id }]);
    const expectPage = async () => {
      expect(await titles(site, 'zeppelins')).toEqual(['Zeppelins']);
      expect(await titles(site, '')).toEqual(['Post 0']);
      expect(await indexOnDisk(site).count(EVERY_POST)).toBe(1);
      expect((await indexFile(site)).categories).not.toContain('');
    };
    await expectPage();
    await settled(indexer);
    await expectPage();
    // The page is in a shard, and changes again.
    await database.transaction((tx) => updatePost(tx, page.id, { text: 'x' }, new Date()));
    await indexer.update([{ action: 'publish', postId: page.id }]);
    await expectPage();
    await database.transaction((tx) => deletePost(tx, page.id));
    await indexer.update([{ action: 'remove', postId: page.id }]);
    await settled(indexer);
    expect(await titles(site, 'zeppelins')).toEqual([]);
    expect(await indexOnDisk(site).count(EVERY_POST)).toBe(1);
  });

  test('the search index has the number of posts and the labels of categories at every step', async () => {
    const { database, indexer, site } = await setUp(3);
    const expectTotal = async (total: number) => {
      expect(await indexOnDisk(site).count(EVERY_POST)).toBe(total);
      await settled(indexer);
      expect(await indexOnDisk(site).count(EVERY_POST)).toBe(total);
      expect((await indexFile(site)).total).toBe(total);
    };
    await indexer.open(site);
    await expectTotal(3);
    const post = await makePost(database, { category: 'web-design' });
    await database.transaction((tx) =>
      saveCategoryLabel(tx, { slug: 'web-design', label: 'Web Design', isNew: true }),
    );
    await indexer.update([{ action: 'publish', postId: post.id }]);
    await expectTotal(4);
    const index = indexOnDisk(site);
    await index.count(EVERY_POST);
    expect(index.categories()).toEqual([
      { slug: 'javascript', label: undefined },
      { slug: 'web-design', label: 'Web Design' },
    ]);
    await database.transaction((tx) => updatePost(tx, post.id, { title: 'x' }, new Date()));
    await indexer.update([{ action: 'publish', postId: post.id }]);
    await expectTotal(4);
    await database.transaction((tx) => deletePost(tx, post.id));
    await indexer.update([{ action: 'remove', postId: post.id }]);
    await expectTotal(3);
  });

  test('splits posts into shards of 500 and rebuilds only the changed one', async () => {
    const setup = await setUp(1_050);
    const { database, indexer, site } = setup;
    await indexer.open(site);
    expect(indexer.status()).toMatchObject({ posts: 0, waiting: 1_050 });
    await until(() => indexer.status().shards === 1);
    // Interrupted: the finished shard stays, and searches know that the index is incomplete.
    await indexer.close();
    const [first = ''] = (await indexFile(site)).shards.map(({ folder }) => folder);
    const made = await stat(join(site, INDEX_PATH, first));
    await indexer.open(site);
    expect(indexer.status()).toMatchObject({ posts: 50, shards: 1, waiting: 1_000 });
    expect((await indexFile(site)).behind).toBe(true);
    expect(await titles(site, 'word1049')).toEqual(['Post 1049']);
    await settled(indexer);
    expect(indexer.status()).toMatchObject({ posts: 1_050, shards: 3, waiting: 0 });
    expect((await indexFile(site)).behind).toBe(false);
    expect((await stat(join(site, INDEX_PATH, first))).ino).toBe(made.ino);
    await expectAgreement(setup);
    const before = await folders(site);

    const [old] = await listPosts(database.read, {}, { sort: 'asc', startIndex: 3, limit: 1 });
    if (!old) throw new Error('There is no such post');
    const changes = { title: 'Edited', text: 'otherwise' };
    await database.transaction((tx) => updatePost(tx, old.id, changes, new Date()));
    await indexer.update([{ action: 'publish', postId: old.id }]);
    expect(await titles(site, 'word3')).not.toContain(old.title);
    expect(await titles(site, 'edited otherwise')).toEqual(['Edited']);
    await settled(indexer);
    expect(await titles(site, 'edited otherwise')).toEqual(['Edited']);
    // The replaced folder stays for open pages.
    expect(await folders(site)).toEqual(expect.arrayContaining(before));
    expect((await folders(site)).length).toBe(before.length + 1);

    await database.transaction((tx) => deletePost(tx, old.id));
    await indexer.update([{ action: 'remove', postId: old.id }]);
    expect(await titles(site, 'edited')).toEqual([]);
    await settled(indexer);
    await expectAgreement(setup);
    expect(indexer.status()).toMatchObject({ posts: 1_049, shards: 3, waiting: 0 });
  });

  test('finds out on opening what changed while it was closed', async () => {
    const setup = await setUp(30);
    const { database, indexer, site } = setup;
    await indexer.open(site);
    await settled(indexer);
    await indexer.close();
    const [first, second] = await listPosts(database.read, {}, { startIndex: 0, limit: 2 });
    if (!first || !second) throw new Error('There are no posts');
    await database.transaction(async (tx) => {
      await updatePost(tx, first.id, { title: 'Changed meanwhile' }, new Date());
      await deletePost(tx, second.id);
    });
    await makePost(database, { title: 'Made meanwhile', createdAt: new Date(START + 900 * HOUR) });
    await indexer.open(site);
    // At once, before any shard is rebuilt.
    await expectAgreement(setup);
    expect(indexer.status().waiting).toBe(3);
    await settled(indexer);
    expect(indexer.status().waiting).toBe(0);
    await expectAgreement(setup);
  });

  test.each([
    ['a damaged shard', ({ shards }: IndexFile) => `${shards[0]?.folder}/posts.pf_meta`],
    ['a damaged engine', ({ engine }: IndexFile) => engine],
  ])('rebuilds %s, and searches ask the API in the meantime', async (_, fileOf) => {
    const setup = await setUp(60);
    const { database, indexer, site } = setup;
    await indexer.open(site);
    await settled(indexer);
    await indexer.close();
    await truncate(join(site, INDEX_PATH, fileOf(await indexFile(site))), 0);
    const [post] = await listPosts(database.read, {}, { startIndex: 0, limit: 1 });
    await database.transaction((tx) =>
      updatePost(tx, post?.id ?? '', { title: 'New' }, new Date()),
    );
    await indexer.open(site);
    expect(await indexFile(site)).toMatchObject({ shards: [], behind: true });
    await expect(titles(site, 'word59')).rejects.toThrow('still being made');
    await settled(indexer);
    expect((await indexFile(site)).behind).toBe(false);
    await expectAgreement(setup);
  });

  test('loses no change when reading posts fails', async () => {
    const setup = await setUp(3);
    const { database, indexer, site, reading } = setup;
    await indexer.open(site);
    await settled(indexer);
    const [old] = await listPosts(database.read, {}, { startIndex: 0, limit: 1 });
    if (!old) throw new Error('There is no post');
    await database.transaction((tx) => updatePost(tx, old.id, { title: 'Edited' }, new Date()));
    const post = await makePost(database, {
      title: 'Added',
      createdAt: new Date(START + HOUR / 2),
    });
    reading.fails = true;
    await indexer.update([old, post].map(({ id }) => ({ action: 'publish', postId: id })));
    expect((await indexFile(site)).behind).toBe(true);
    expect(await titles(site, 'word2')).toEqual([]);
    await until(() => indexer.status().state === 'current');
    expect((await indexFile(site)).behind).toBe(false);
    expect(await titles(site, 'added')).toEqual(['Added']);
    await expectAgreement(setup);
  });

  test('opens again after the folder could not be created', async () => {
    const setup = await setUp(3);
    const { indexer, site } = setup;
    await mkdir(site);
    await writeFile(join(site, 'search'), 'in the way');
    await expect(indexer.open(site)).rejects.toThrow();
    expect(indexer.status().state).toBe('failed');
    await rm(join(site, 'search'));
    await until(() => indexer.status().state === 'current');
    await expectAgreement(setup);
  });

  test('doesn’t rebuild a shard for posts that it already has, as after an import', async () => {
    const { database, indexer, site, clock } = await setUp(3);
    await indexer.open(site);
    await settled(indexer);
    await addPosts(database, 40, START + 100 * HOUR);
    const posts = await listPosts(database.read, {}, { startIndex: 0, limit: 40 });
    const publish = (some: typeof posts) =>
      indexer.update(some.map(({ id }) => ({ action: 'publish' as const, postId: id })));
    await publish(posts.slice(0, 1));
    await settled(indexer);
    const { indexedAt } = indexer.status();
    clock.now += HOUR;
    await publish(posts);
    expect(indexer.status()).toMatchObject({ state: 'current', posts: 43, waiting: 0, indexedAt });
  });

  test('uses the posts it is given, and reads them if that fails', async () => {
    const setup = await setUp(2);
    const { database, indexer, site, reading } = setup;
    await indexer.open(site);
    await settled(indexer);
    const publish = async (title: string, told: (post: PostRow) => Promise<SearchEntry[]>) => {
      const post = await makePost(database, { title, createdAt: new Date(START + 5 * HOUR) });
      await indexer.update([{ action: 'publish', postId: post.id }], told(post));
    };
    reading.fails = true;
    await publish('Told', async (post) => [entryOf(post)]);
    expect(await titles(site, 'told')).toEqual(['Told']);
    reading.fails = false;
    await publish('Asked', () => Promise.reject(new Error('The render thread has ended')));
    expect(await titles(site, 'asked')).toEqual(['Asked']);
    await settled(indexer);
    expect(indexer.status()).toMatchObject({ posts: 4, waiting: 0, error: null });
    await expectAgreement(setup);
  });

  test('writes no shard for a change that searches do not see', async () => {
    const { database, indexer, site } = await setUp(3);
    await indexer.open(site);
    await settled(indexer);
    const [folder = ''] = await folders(site);
    const made = await stat(join(site, INDEX_PATH, folder));
    const [post] = await listPosts(database.read, {}, { startIndex: 0, limit: 1 });
    if (!post) throw new Error('There is no post');
    await database.transaction((tx) => updatePost(tx, post.id, { title: post.title }, new Date()));
    await indexer.update([{ action: 'publish', postId: post.id }]);
    await settled(indexer);
    expect(await folders(site)).toEqual([folder]);
    expect((await stat(join(site, INDEX_PATH, folder))).ino).toBe(made.ino);
    await indexer.close();
    await indexer.open(site);
    expect(indexer.status()).toMatchObject({ state: 'current', waiting: 0 });
  });

  test('builds a new index when the one on disk is invalid', async () => {
    const setup = await setUp(5);
    await setup.indexer.open(setup.site);
    await settled(setup.indexer);
    await setup.indexer.close();
    await writeFile(join(setup.site, INDEX_PATH, INDEX_FILE), '{"format":0}');
    await setup.indexer.open(setup.site);
    await settled(setup.indexer);
    await expectAgreement(setup);
  });

  test('keeps the order when older posts are imported', async () => {
    const setup = await setUp(600);
    const { database, indexer, site } = setup;
    await indexer.open(site);
    await settled(indexer);
    await addPosts(database, 400, START + HOUR / 2);
    const rows = await listPosts(database.read, {}, { startIndex: 0, limit: 10_000 });
    const imported = rows.filter(({ createdAt }) => createdAt.getTime() % HOUR !== 0);
    await indexer.update(imported.map(({ id }) => ({ action: 'publish' as const, postId: id })));
    await expectAgreement(setup);
    await settled(indexer);
    await expectAgreement(setup);
    expect(indexer.status()).toMatchObject({ posts: 1_000, waiting: 0 });
    expect(indexer.status().shards).toBeGreaterThan(2);
  });

  test('removes leftovers of a crash at once and replaced files after ten minutes', async () => {
    const setup = await setUp(3);
    const { database, indexer, site, clock } = setup;
    const root = join(site, INDEX_PATH);
    await mkdir(join(root, 'shard-0123456789abcdef.tmp'), { recursive: true });
    await mkdir(join(root, '../v0'));
    await writeFile(join(root, 'engine-0123456789ab.pf_meta'), 'of an earlier version');
    await writeFile(join(root, `${INDEX_FILE}.br.1234.tmp`), 'half of');
    await indexer.open(site);
    expect(await readdir(join(root, '..'))).toEqual([basename(root)]);
    expect((await readdir(root)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await settled(indexer);
    const [old = ''] = await folders(site);
    for (const minutes of [0, 9, 11]) {
      clock.now += minutes * 60_000;
      const post = await makePost(database, { createdAt: new Date(START + clock.now) });
      await indexer.update([{ action: 'publish', postId: post.id }]);
      await settled(indexer);
      expect((await folders(site)).includes(old)).toBe(minutes < 10);
    }
    const engines = (await readdir(root)).filter((name) => name.startsWith('engine'));
    expect(engines).toEqual([(await indexFile(site)).engine]);
  });

  test('reports the error, and searches continue with what is known', async () => {
    const setup = await setUp(3, { renderer: 'file:///nowhere/renderer.mjs' });
    await setup.indexer.open(setup.site);
    await settled(setup.indexer);
    expect(setup.indexer.status().state).toBe('failed');
    expect(setup.indexer.status().error).toContain('/nowhere/renderer.mjs');
    await expectAgreement(setup);
  });
});
