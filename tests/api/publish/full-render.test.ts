import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { insertPost } from '../../../db/queries/posts-table.ts';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';
import { createPublisher } from '../../support/publisher.ts';

/**
 * A site with pages that show the content of the file `words`. A full render reads it for a post,
 * and then waits for a file `go`.
 */
const RENDERER = `
  import { existsSync, readFileSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const folder = import.meta.dirname;
  let isFull = false;
  export async function render(url) {
    const words = readFileSync(join(folder, 'words'), 'utf8');
    if (isFull && url.includes('/post/')) {
      writeFileSync(join(folder, 'held'), '');
      while (!existsSync(join(folder, 'go'))) await setTimeout(5);
    }
    return new Response('<p>' + words + '</p>' + ' '.repeat(1000), { headers: { 'Content-Type': 'text/html' } });
  }
  export const affectedPaths = async ({ slug }) => ['/post/' + slug, '/'];
  export async function* allPaths() { isFull = true; yield '/post/the-post'; yield '/'; }
  export const searchEntries = async () => [];
  export const renderOg = async () => null;
`;

type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

/** Inserts enough posts for a full render to use extra threads. */
async function fill(database: TestDatabase): Promise<void> {
  await database.transaction(async (tx) => {
    const times = { createdAt: new Date(1), updatedAt: new Date(1) };
    for (let n = 0; n < 1_000; n++) {
      const values = { title: `Post ${n}`, slug: `filler-${n}`, content: '<p>x</p>', text: 'x' };
      await insertPost(tx, { userId: 'a00000000000000000000000', ...values, ...times });
    }
  });
}

test('a full render does not undo what was published in the meantime', async () => {
  const database = await testDatabase();
  const dataDir = database.folder;
  await fill(database);
  const post = await makePost(database, { slug: 'the-post' });
  const write = (name: string, text: string) => writeFile(join(dataDir, name), text);
  await write('words', 'before');
  const publisher = await createPublisher(database, RENDERER);
  const { complete } = await publisher.start();
  await vi.waitFor(() => readFile(join(dataDir, 'held')), { timeout: 30_000 });

  await write('words', 'after');
  const change = { action: 'publish', postId: post.id, slug: post.slug } as const;
  await recordChange(database, change);
  expect(await publisher.flush(post.id)).toBe('live');
  await write('go', '');
  await complete;

  const page = join(publisher.root, 'post/the-post/index.html');
  expect(await readFile(page, 'utf8')).toContain('after');
  expect(brotliDecompressSync(await readFile(`${page}.br`)).toString()).toContain('after');
  expect(gunzipSync(await readFile(`${page}.gz`)).toString()).toContain('after');
  const home = await readFile(join(publisher.root, 'index.html'));
  expect(brotliDecompressSync(await readFile(join(publisher.root, 'index.html.br')))).toEqual(home);
});

/** The second thread that lists the paths finds a new post before the others. */
const SHIFTED_RENDERER = `
  import { openSync } from 'node:fs';
  import { join } from 'node:path';
  export const render = async () => new Response('<p>page</p>');
  export async function* allPaths() {
    yield '/';
    let isFirst = true;
    try { openSync(join(import.meta.dirname, 'asked'), 'wx'); } catch { isFirst = false; }
    if (!isFirst) yield '/post/new';
    for (let n = 0; n < 20; n++) yield '/post/old-' + n;
  }
  export const searchEntries = async () => [];
`;

test('no page is left out when a post is published between the starts of two threads', async () => {
  const database = await testDatabase();
  await fill(database);
  const publisher = await createPublisher(database, SHIFTED_RENDERER);
  await (await publisher.start()).complete;

  const files = await readdir(join(publisher.root, 'post'));
  const old = Array.from({ length: 20 }, (_, n) => `old-${n}`);
  expect(files).toEqual(expect.arrayContaining(old));
});

const SLOW_TO_LOAD = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const folder = import.meta.dirname;
  writeFileSync(join(folder, 'loading'), '');
  while (!existsSync(join(folder, 'go'))) await setTimeout(5);
  export const render = async () => new Response('<p>page</p>');
  export async function* allPaths() { yield '/'; }
  export const searchEntries = async () => [];
`;

test('a machine on which the thread starts slowly gets its first site', async () => {
  const database = await testDatabase();
  const publisher = await createPublisher(database, SLOW_TO_LOAD);
  // The limits of most tasks are over before the thread has loaded the renderer.
  const over = new AbortController();
  const never = new AbortController().signal;
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeout.mockRestore());
  timeout.mockImplementation((ms) => (ms < 60_000 ? over.signal : never));
  const { complete } = await publisher.start();
  await vi.waitFor(() => readFile(join(database.folder, 'loading')), { timeout: 30_000 });
  over.abort(new Error('The task took too long'));
  timeout.mockRestore();
  await writeFile(join(database.folder, 'go'), '');
  await complete;

  expect(await readFile(join(publisher.root, 'index.html'), 'utf8')).toContain('page');
});
