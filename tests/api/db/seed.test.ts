import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createStorage, urlOf } from '../../../api/uploads/storage.ts';
import type { Database } from '../../../db/client.ts';
import { type DemoContent, loadDemo } from '../../../db/demo/load.ts';
import { findCategoryLabels } from '../../../db/queries/categories.ts';
import { countComments, listComments } from '../../../db/queries/comments.ts';
import { findDocument } from '../../../db/queries/documents.ts';
import { findPictures, sumPictureBytes } from '../../../db/queries/pictures.ts';
import { countPosts, listPosts } from '../../../db/queries/posts.ts';
import { deletePost } from '../../../db/queries/posts-table.ts';
import { findSeriesOf } from '../../../db/queries/series.ts';
import { getSetting } from '../../../db/queries/settings.ts';
import { findTagsOf } from '../../../db/queries/tags.ts';
import { countUsers, defaultAvatar, listUsers } from '../../../db/queries/users.ts';
import { type SeedOptions, seedDemo } from '../../../db/seed.ts';
import { makePost, makeUser, testDatabase } from '../../support/database.ts';

const ALL = { startIndex: 0, limit: 1000 };
const now = new Date('2027-01-01T00:00:00Z');

async function empty(): Promise<{
  database: Database;
  options: SeedOptions;
  uploadsDir: string;
}> {
  const database = await testDatabase();
  const admin = await makeUser(database, { role: 'administrator' });
  const uploadsDir = join(database.folder, 'uploads');
  return { database, uploadsDir, options: optionsFor(database.folder, admin.id) };
}

function optionsFor(folder: string, adminId: string): SeedOptions {
  return {
    pictures: {
      urlOf: (name) => urlOf(name, { kind: 'local' }),
      save: (files) => createStorage({ dataDir: folder, storage: { kind: 'local' } }).save(files),
    },
    adminId,
    now,
    prepare: (html) => ({ content: html, text: html.replace(/<[^>]*>/g, ' ') }),
    slugOf: (title) =>
      title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
  };
}

describe('the demo content', () => {
  let demo: DemoContent;
  let database: Database;
  let options: SeedOptions;
  let uploadsDir: string;
  beforeAll(async () => {
    demo = await loadDemo();
    const test = await testDatabase(afterAll);
    database = test;
    const admin = await makeUser(database, { role: 'administrator' });
    options = optionsFor(test.folder, admin.id);
    uploadsDir = join(test.folder, 'uploads');
    expect(await seedDemo(database, options)).toBe(true);
  });

  test('the demo content is written into an empty database, marked as demo', async () => {
    const posts = await listPosts(database.read, {}, ALL);
    expect(posts).toHaveLength(demo.posts.length);
    expect(await countComments(database.read)).toBe(demo.comments.length);
    expect(await countUsers(database.read)).toBe(demo.users.length + 1);
    expect(await getSetting(database.read, 'demo')).toBe(now.toISOString());
    for (const post of posts) {
      expect(post).toMatchObject({ isDemo: true, userId: options.adminId });
      expect(post.updatedAt).toEqual(post.createdAt);
      const source = demo.posts.find(({ title }) => title === post.title);
      expect(post.slug).toBe(source?.slug ?? options.slugOf(post.title));
      expect(post.language).toBe(source?.language);
      expect(post.isFeatured).toBe(source?.isFeatured);
      const tags = await findTagsOf(database.read, post.id);
      expect(tags.map(({ label }) => label)).toEqual(source?.tags);
      const series = await findSeriesOf(database.read, post.id);
      expect(series?.title).toBe(source?.series?.title);
      expect(series?.position).toBe(source?.series?.position);
      // What the editor shows, and the next publish makes public.
      const document = await findDocument(database.read, post.id);
      expect(document?.tags.map(({ label }) => label)).toEqual(source?.tags);
      expect(document?.series).toBe(source?.series?.title ?? '');
    }
    const labels = await findCategoryLabels(database.read, ['design', 'running-a-site', 'nextjs']);
    expect(Object.fromEntries(labels)).toEqual({
      design: 'Design',
      'running-a-site': 'Running a Site',
    });
  });

  test('the demo content has replies in threads', async () => {
    const comments = await listComments(database.read, ALL);
    const replies = comments.filter((comment) => comment.parentId !== null);
    expect(replies).toHaveLength(demo.comments.filter(({ replyTo }) => replyTo).length);
    for (const { parentId, threadId, postId } of replies) {
      const parent = comments.find(({ id }) => id === parentId);
      expect(parent?.postId).toBe(postId);
      expect(threadId).toBe(parent?.threadId ?? parentId);
    }
  });

  test('the demo content has users with generated avatars and without passwords', async () => {
    const users = (await listUsers(database.read, ALL)).filter((user) => user.isDemo);
    expect(users).toHaveLength(demo.users.length);
    for (const user of users) {
      expect(user).toMatchObject({
        passwordHash: null,
        isAdmin: false,
        profilePicture: defaultAvatar(user.username),
      });
    }
  });

  test('the demo content has the likes of its comments', async () => {
    const comments = await listComments(database.read, ALL);
    const likes = comments.reduce((sum, comment) => sum + comment.likes.length, 0);
    expect(likes).toBe(demo.comments.reduce((sum, { likes }) => sum + new Set(likes).size, 0));
  });

  test('only shows pictures that have a row and all variants on disk', async () => {
    const posts = await listPosts(database.read, {}, ALL);
    const files = new Set(await readdir(uploadsDir));
    const urls = posts.flatMap(({ image, content }) => [
      ...(image === '' ? [] : [image]),
      ...Array.from(content.matchAll(/src="(\/uploads\/[^"#]+)/g), ([, url = '']) => url),
    ]);
    expect(posts.map((post) => post.content).join()).not.toContain('demo:');
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) {
      const [picture] = await findPictures(database.read, [url]);
      const file = url.replace('/uploads/', '');
      expect(file).toMatch(/^\d{13}-[\w-]+\.webp$/);
      expect(files).toContain(file);
      expect((await stat(join(uploadsDir, file))).size).toBe(picture?.bytes);
      expect(picture?.widths).toEqual([480, 960, 1600]);
      for (const width of picture?.widths ?? []) {
        for (const format of ['avif', 'webp']) {
          expect(files).toContain(file.replace('.webp', `-${width}.${format}`));
        }
      }
    }
    expect(await readdir(join(uploadsDir, '.tmp'))).toEqual([]);
  });

  test('records the bytes that the pictures take on disk with their variants', async () => {
    const names = (await readdir(uploadsDir)).filter((name) => /\.(?:webp|avif)$/.test(name));
    const sizes = await Promise.all(names.map((name) => stat(join(uploadsDir, name))));
    expect(await sumPictureBytes(database.read)).toBe(
      sizes.reduce((sum, { size }) => sum + size, 0),
    );
  });

  test("the demo content isn't written again, even after it was removed", async () => {
    expect(await seedDemo(database, options)).toBe(false);
    const posts = await listPosts(database.read, {}, ALL);
    await database.transaction(async (tx) => {
      for (const post of posts) await deletePost(tx, post.id);
    });
    expect(await seedDemo(database, options)).toBe(false);
    expect(await countPosts(database.read)).toBe(0);
  });
});

describe('demo content is not written', () => {
  test('next to a post', async () => {
    const { database, options } = await empty();
    await makePost(database);
    const load = vi.fn(loadDemo);
    expect(await seedDemo(database, { ...options, load })).toBe(false);
    expect(load).not.toHaveBeenCalled();
    expect(await countPosts(database.read)).toBe(1);
  });

  test('next to a user other than the administrator', async () => {
    const { database, options } = await empty();
    await makeUser(database);
    expect(await seedDemo(database, options)).toBe(false);
    expect(await countPosts(database.read)).toBe(0);
  });

  test("partially: if it's malformed, no row is left, and the next attempt starts over", async () => {
    const { database, options, uploadsDir } = await empty();
    const demo = await loadDemo();
    const [comment] = demo.comments;
    if (comment === undefined) throw new Error('The demo content has no comments');
    const broken = { ...demo, comments: [...demo.comments, { ...comment, post: 'nowhere' }] };
    await expect(seedDemo(database, { ...options, load: async () => broken })).rejects.toThrow(
      'no post "nowhere"',
    );
    expect(await countPosts(database.read)).toBe(0);
    expect(await countUsers(database.read)).toBe(1);
    const stored = await readdir(uploadsDir);
    await rm(join(uploadsDir, stored.find((name) => name.endsWith('.avif')) ?? ''));
    expect(await seedDemo(database, options)).toBe(true);
    expect(await readdir(uploadsDir)).toEqual(stored);
  });
});
