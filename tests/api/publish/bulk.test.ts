import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPublisher } from '../../../api/publish/create-publisher.ts';
import { BULK_BATCH } from '../../../api/publish/pending.ts';
import type { FilePublisher } from '../../../api/publish/publisher.ts';
import { type NewChange, recordChanges } from '../../../db/queries/changes.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import { insertPost } from '../../../db/queries/posts-table.ts';
import { testDatabase } from '../../support/database.ts';
import { SITE } from '../../support/publisher.ts';

/**
 * Appends each path that it renders to the file `rendered`. While the file `hold` exists, pages of
 * posts wait.
 */
const RENDERER = `
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const file = (name) => join(import.meta.dirname, name);
  export async function render(url) {
    const path = new URL(url, 'http://localhost').pathname;
    while (path.startsWith('/post/') && existsSync(file('hold'))) await setTimeout(5);
    appendFileSync(file('rendered'), path + '\\n');
    return new Response('<p>x</p>', { headers: { 'Content-Type': 'text/html' } });
  }
  const posts = () => readFileSync(file('slugs'), 'utf8').split(' ');
  /** Each post links to the ones before and after it. */
  export const affectedPaths = async ({ slug }) => {
    const at = posts().indexOf(slug);
    const around = at < 0 ? [] : [posts()[at - 1], posts()[at + 1]].filter(Boolean);
    return ['/post/' + slug, '/', ...around.map((one) => '/post/' + one)];
  };
  export async function* allPaths() {
    yield '/';
    for (const slug of posts()) yield '/post/' + slug;
  }
  export const searchEntries = async () => [];
  export const renderOg = async () => null;
`;
const IMPORTED = BULK_BATCH * 3;

async function site() {
  const database = await testDatabase();
  const folder = database.folder;
  const file = (name: string) => join(folder, name);
  await mkdir(file('client'));
  await writeFile(file('renderer.mjs'), RENDERER);
  await writeFile(file('slugs'), 'first');
  const insert = async (slugs: string[], isBulk: boolean): Promise<PostRow[]> =>
    await database.transaction(async (tx) => {
      const at = new Date();
      const posts: PostRow[] = [];
      for (const slug of slugs) {
        const values = { title: slug, slug, content: '<p>x</p>', text: 'x' };
        const times = { createdAt: at, updatedAt: at };
        posts.push(
          await insertPost(tx, { userId: 'a00000000000000000000000', ...values, ...times }),
        );
      }
      const changes = posts.map(
        ({ id: postId, slug }): NewChange => ({ action: 'publish', postId, slug }),
      );
      await recordChanges(tx, changes, at, { isBulk });
      return posts;
    });
  const start = async () => {
    const publisher = createPublisher({
      database,
      dataDir: folder,
      rendererEntry: pathToFileURL(file('renderer.mjs')).href,
      clientDir: file('client'),
      readSite: async () => SITE,
      releaseId: 'one',
      siteUrl: 'http://localhost',
      rendererEnv: {},
      log: pino({ level: 'silent' }),
      onPublished: () => undefined,
    });
    let isStopped = false;
    const stop = async () => {
      if (isStopped) return;
      isStopped = true;
      await publisher.stop();
    };
    onTestFinished(stop);
    const { complete } = await publisher.start();
    return { publisher, complete, stop };
  };
  const rendered = async () => {
    const lines = (await readFile(file('rendered'), 'utf8').catch(() => '')).trim().split('\n');
    return lines.filter((path) => path.startsWith('/post/')).map((path) => path.slice(6));
  };
  const published = (publisher: FilePublisher, seq: number) =>
    vi.waitFor(() => expect(publisher.cursor).toBe(seq), { timeout: 50_000 });
  return { file, insert, start, rendered, published };
}

const imported = Array.from({ length: IMPORTED }, (_, n) => `imported-${n}`);

test('the first start after an import renders each post once', { tags: 'long' }, async () => {
  const { file, insert, start, rendered, published } = await site();
  await insert(['first'], false);
  await insert(imported, true);
  await writeFile(file('slugs'), ['first', ...imported].join(' '));
  const { publisher, complete, stop } = await start();
  await complete;
  await published(publisher, IMPORTED + 1);
  await stop();
  expect((await rendered()).toSorted()).toEqual(['first', ...imported].toSorted());

  const again = await start();
  await again.complete;
  await published(again.publisher, IMPORTED + 1);
  await again.stop();
  expect(await rendered()).toHaveLength(IMPORTED + 1);
});

test('a start after an import doesn’t wait for it, and renders each of its posts once', {
  tags: 'long',
}, async () => {
  const { file, insert, start, rendered, published } = await site();
  await insert(['first'], false);
  const before = await start();
  await before.complete;
  await before.stop();
  expect(await rendered()).toEqual(['first']);

  await insert(imported, true);
  await writeFile(file('hold'), '');
  const { publisher, complete } = await start();
  await complete;
  // What makes health answer 503.
  expect(publisher.behindMs()).toBe(0);
  expect(publisher.cursor).toBe(1);
  await rm(file('hold'));
  await published(publisher, IMPORTED + 1);
  expect((await rendered()).slice(1).toSorted()).toEqual(imported.toSorted());
});

test('an import renders each of its posts once, and the posts around them once more', async () => {
  const { file, insert, start, rendered, published } = await site();
  await writeFile(file('slugs'), 'first last');
  await insert(['first', 'last'], false);
  const { publisher, complete } = await start();
  await complete;
  const before = (await rendered()).length;
  // Their dates are in another order than their changes.
  const mixed = imported.map((_, n) => imported[(n * 5) % IMPORTED] ?? '');
  await writeFile(file('slugs'), ['first', ...mixed, 'last'].join(' '));
  await insert(imported, true);
  await published(publisher, IMPORTED + 2);
  const all = ['first', 'last', ...imported].toSorted();
  await vi.waitFor(async () => expect((await rendered()).slice(before)).toContain('first'), 30_000);
  await publisher.stop();
  expect((await rendered()).slice(before).toSorted()).toEqual(all);
});

test('what a person publishes during bulk work waits for one batch at most', async () => {
  const { file, insert, start, rendered, published } = await site();
  await insert(['first'], false);
  const { publisher, complete } = await start();
  await complete;
  await writeFile(file('hold'), '');
  await insert(imported, true);
  const states = async () => (await publisher.status()).rendering.map(({ slug }) => slug);
  await vi.waitFor(async () => expect(await states()).toHaveLength(BULK_BATCH), 30_000);
  const [post] = await insert(['person'], false);
  if (!post) throw new Error('No post');
  const outcome = publisher.flush(post.id);
  await vi.waitFor(
    async () =>
      expect((await publisher.status()).queued.map(({ slug }) => slug)).toContain('person'),
    30_000,
  );
  await rm(file('hold'));
  // `pending` after 12 s, which a busy machine may need.
  expect(['live', 'pending']).toContain(await outcome);
  await vi.waitFor(async () => expect(await rendered()).toContain('person'), 50_000);
  const order = await rendered();
  expect(order.indexOf('person')).toBeLessThanOrEqual(1 + BULK_BATCH);
  await published(publisher, IMPORTED + 2);
  expect((await rendered()).toSorted()).toEqual(['first', 'person', ...imported].toSorted());
});
