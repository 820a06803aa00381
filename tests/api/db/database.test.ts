import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../db/client.ts';
import { engine } from '../../../db/engine.ts';
import { deletePicture, findPictures, insertPicture } from '../../../db/queries/pictures.ts';
import { countPosts } from '../../../db/queries/posts.ts';
import { insertPost } from '../../../db/queries/posts-table.ts';
import { getSetting, setSetting } from '../../../db/queries/settings.ts';
import { monthlyCounts } from '../../../db/queries/stats.ts';
import { AVATAR_COLORS, defaultAvatar } from '../../../db/queries/users.ts';
import { makeComment, makePost, makeUser, testDatabase } from '../../support/database.ts';

let database: Database & { url: string };
beforeEach(async () => {
  database = await testDatabase();
});

const append = (text: string, wait = 0) =>
  database.transaction(async (tx) => {
    const before = (await getSetting(tx, 'log')) ?? '';
    await new Promise((resolve) => setTimeout(resolve, wait));
    await setSetting(tx, 'log', before + text);
  });

describe('a transaction', () => {
  test("a transaction that throws is rolled back, rethrows the error and doesn't block the next", async () => {
    await append('a');
    const failing = database.transaction(async (tx) => {
      await setSetting(tx, 'log', 'lost');
      throw new Error('Stop');
    });
    await expect(failing).rejects.toThrow('Stop');
    expect(await getSetting(database.read, 'log')).toBe('a');
    await append('b');
    expect(await getSetting(database.read, 'log')).toBe('ab');
  });

  test("a transaction isn't visible to readers before its end", async () => {
    await append('a');
    await database.transaction(async (tx) => {
      await setSetting(tx, 'log', 'b');
      expect(await getSetting(tx, 'log')).toBe('b');
      expect(await getSetting(database.read, 'log')).toBe('a');
    });
    expect(await getSetting(database.read, 'log')).toBe('b');
  });
});

describe('the reading handle', () => {
  test('refuses writes', async () => {
    const now = new Date();
    const post = { userId: 'u', title: 't', slug: 's', content: 'c', text: 'c' };
    const write = insertPost(database.read, { ...post, createdAt: now, updatedAt: now });
    await expect(write).rejects.toThrow(/readonly|insert into "posts"/);
    await expect(setSetting(database.read, 'a', 'b')).rejects.toThrow(/readonly|insert into/);
    expect(await countPosts(database.read)).toBe(0);
  });

  test('the reading handle of a read-only database refuses transactions too', async () => {
    const reading = await openDatabase(database.url, { readOnly: true });
    await append('a');
    expect(await getSetting(reading.read, 'log')).toBe('a');
    await expect(reading.transaction(async () => 1)).rejects.toThrow(/reading only/);
    await reading.close();
  });
});

test('migrating again changes nothing', async () => {
  await append('a');
  await database.migrate();
  expect(await getSetting(database.read, 'log')).toBe('a');
});

test.each([
  [
    'a database of the other engine',
    engine === 'sqlite' ? 'postgres://a:secret@x/y' : 'file:blog.db',
  ],
  ['a libSQL server', 'libsql://a:secret@db.example'],
  ['another server', 'mysql://a:secret@db.example/blog'],
])('%s is refused with the name of the variable, without the password', async (_, url) => {
  const error = await openDatabase(url).catch((thrown: Error) => thrown);
  expect(String(error)).toMatch(/^Error: DATABASE_URL\b/);
  expect(String(error)).not.toContain('secret');
});

test('pictures are inserted once per URL, found by URL and deleted', async () => {
  const picture = {
    url: '/uploads/1-a.webp',
    userId: null,
    kind: 'post' as const,
    width: 1600,
    height: 900,
    bytes: 1000,
    storedBytes: 2500,
    widths: [480, 960],
    createdAt: new Date(5),
    alt: '',
  };
  const other = { ...picture, url: '/uploads/2-b.webp', widths: [] };
  await database.transaction(async (tx) => {
    await insertPicture(tx, { ...picture, width: 1 });
    await insertPicture(tx, picture);
    await insertPicture(tx, other);
  });
  expect(await findPictures(database.read, [])).toEqual([]);
  expect(await findPictures(database.read, [picture.url, 'x'])).toEqual([picture]);
  const found = await findPictures(database.read, [picture.url, other.url, other.url]);
  expect(found).toHaveLength(2);
  expect(await database.transaction((tx) => deletePicture(tx, other.url))).toEqual(other);
  expect(await findPictures(database.read, [other.url])).toEqual([]);
});

test('posts, comments and users are counted per UTC month over twelve months', async () => {
  const user = await makeUser(database, { createdAt: new Date('2025-03-31T23:59:59.999Z') });
  const post = await makePost(database, { createdAt: new Date('2026-01-31T23:59:59.999Z') });
  await makePost(database, { createdAt: new Date('2026-02-01T00:00:00.000Z') });
  await makePost(database, { createdAt: new Date('2025-02-28T00:00:00.000Z') });
  const ids = { postId: post.id, userId: user.id };
  await makeComment(database, { ...ids, createdAt: new Date('2026-02-28T12:00:00Z') });
  const months = await monthlyCounts(database.read, new Date('2026-02-28T23:00:00Z'));
  expect(months.map(({ month }) => month)).toEqual([
    ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `2025-${String(n).padStart(2, '0')}`),
    '2026-01',
    '2026-02',
  ]);
  expect(months[0]).toEqual({ month: '2025-03', posts: 0, comments: 0, users: 1 });
  expect(months[1]).toEqual({ month: '2025-04', posts: 0, comments: 0, users: 0 });
  expect(months[10]).toEqual({ month: '2026-01', posts: 1, comments: 0, users: 0 });
  expect(months[11]).toEqual({ month: '2026-02', posts: 1, comments: 1, users: 0 });
});

test('a default avatar shows two letters of the name in a constant color', () => {
  expect(defaultAvatar('Ann')).toMatch(/^\/avatars\/an-\d\.svg$/);
  expect(defaultAvatar('demo-otter')).toMatch(/^\/avatars\/do-/);
  expect(defaultAvatar('one.two_three')).toMatch(/^\/avatars\/ot-/);
  expect(defaultAvatar('reader12')).toMatch(/^\/avatars\/r1-/);
  expect(defaultAvatar('_.9lives')).toMatch(/^\/avatars\/9l-/);
  expect(defaultAvatar('___')).toMatch(/^\/avatars\/_-/);
  expect(defaultAvatar('')).toMatch(/^\/avatars\/_-/);
  expect(defaultAvatar('ANN')).toBe(defaultAvatar('ann'));
  const names = Array.from({ length: 200 }, (_, n) => `a${n}`);
  const colors = new Set(names.map((name) => defaultAvatar(name).slice(-'0.svg'.length)));
  expect(colors.size).toBe(AVATAR_COLORS);
});
