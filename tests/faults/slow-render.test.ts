import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PostRow } from '../../db/queries/posts.ts';
import { ADMIN, startServer } from '../e2e/support/server.ts';
import { makePost, recordChange, testDatabase } from '../support/database.ts';
import { createPublisher } from '../support/publisher.ts';
import { figure } from '../support/tally.ts';
import { cpuMs } from './support/cpu.ts';

/** A C++ grammar rule backtracks over this line. Without a limit, the block took 59 s. */
const HOSTILE = `<pre data-language="cpp">${`int a ${'*'.repeat(900)}\n`.repeat(50)}</pre>`;

const SOON = { timeout: 120_000, interval: 20 };

/** Renders of twelve posts, starts of threads, and 300 ms for the block. Without a limit: 59 s. */
const MAX_CPU_MS = 40_000;

test('a code block that takes too long to highlight delays neither other posts nor visits', {
  tags: 'long',
}, async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const signedIn = await send(`${server.url}/api/auth/signin`, ADMIN);
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const publish = async (title: string, content: string) => {
    const body = { title, category: 'javascript', content };
    const response = await send(`${server.url}/api/post/create`, body, cookie.join('; '));
    expect(response.status).toBe(201);
    const { slug } = (await response.json()) as { slug: string };
    return await vi.waitFor(async () => {
      const page = await fetch(`${server.url}/post/${slug}`);
      expect(page.status).toBe(200);
      return await page.text();
    }, SOON);
  };
  const before = await cpuMs(server.pid);

  const hostile = publish('The hostile post', HOSTILE);
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, n) => publish(`Other post ${n}`, '<p>Words.</p>')),
  );
  const shown = await hostile;
  const draft = { title: 'A preview', category: 'javascript', content: HOSTILE };
  const preview = vi.waitFor(async () => {
    const { status } = await send(`${server.url}/api/post/preview`, draft, cookie.join('; '));
    expect(status).toBe(200);
  }, SOON);
  others.push(await publish('Published next to a preview', '<p>Words.</p>'));

  expect(shown).toContain(`int a ${'*'.repeat(900)}`);
  await preview;
  for (const page of others) expect(page).toContain('Words.');
  const spent = (await cpuMs(server.pid)) - before;
  figure(
    'CPU time of a post and a preview with a code block that is slow to highlight',
    `${spent} ms`,
  );
  expect(spent).toBeLessThan(MAX_CPU_MS);
});

/**
 * While the file `endless` exists, a render of the post `slow` that begins doesn't end before the
 * file `release` exists. Logs each render of it.
 */
const RENDERER = `
  import { appendFileSync, existsSync } from 'node:fs';
  import { join } from 'node:path';
  const has = (name) => existsSync(join(import.meta.dirname, name));
  export async function render(url) {
    if (url.endsWith('/post/slow')) {
      appendFileSync(join(import.meta.dirname, 'renders'), '.');
      const isEndless = has('endless');
      while (isEndless && !has('release'));
    }
    return new Response('<p>' + url + '</p>', { headers: { 'Content-Type': 'text/html' } });
  }
  export const affectedPaths = async ({ slug }) => ['/post/' + slug, '/'];
  export async function* allPaths() { yield '/post/slow'; yield '/post/other'; yield '/'; }
  export const searchEntries = async () => [];
  export const renderOg = async () => null;
`;

async function openPublisher() {
  const database = await testDatabase();
  const dataDir = database.folder;
  await writeFile(join(dataDir, 'renders'), '');
  const posts = {
    slow: await makePost(database, { slug: 'slow' }),
    other: await makePost(database, { slug: 'other' }),
  };
  const publisher = await createPublisher(database, RENDERER);
  const rendering = async () => (await publisher.status()).rendering.map(({ slug }) => slug);
  return {
    publisher,
    posts,
    rendering,
    endless: () => writeFile(join(dataDir, 'endless'), ''),
    /** For renders from now on. */
    quick: () => rm(join(dataDir, 'endless')),
    release: () => writeFile(join(dataDir, 'release'), ''),
    untilRendering: () => vi.waitFor(async () => expect(await rendering()).toEqual(['slow']), SOON),
    row: async () => {
      const { queued, rendering, failed } = await publisher.status();
      const all = [...queued, ...rendering, ...failed];
      return all.find(({ postId }) => postId === posts.slow.id);
    },
    renders: async () => (await readFile(join(dataDir, 'renders'), 'utf8')).length,
    start: async () => (await publisher.start()).complete,
    /** Resolves when the page is there. */
    async publish({ id, slug }: PostRow) {
      await recordChange(database, { action: 'publish', postId: id, slug });
      // A call waits for 12 s, and a busy machine may need longer.
      await vi.waitFor(async () => expect(await publisher.flush(id)).toBe('live'), SOON);
    },
  };
}

test('a post that takes over 2 s to render lets others go first, then moves to a separate thread', async () => {
  const site = await openPublisher();
  const { publisher, publish, posts, row, rendering, renders } = site;
  await site.start();
  await site.endless();
  const slow = publish(posts.slow);
  await publish(posts.other);
  await vi.waitFor(
    async () => expect((await row())?.error).toBe('Rendering /post/slow took over 2 s.'),
    SOON,
  );

  // Visits don't retry it. The second attempt, which has a longer limit, is already running.
  const before = await renders();
  for (let n = 0; n < 20; n++) {
    await expect(publisher.render('/post/slow')).rejects.toMatchObject({ statusCode: 503 });
  }
  await site.untilRendering();
  for (let n = 0; n < 5; n++) await publish(posts.other);
  expect(await rendering(), 'still the second attempt').toEqual(['slow']);
  await site.release();
  await vi.waitFor(async () => expect(await row()).toBeUndefined(), SOON);
  expect(await readFile(join(publisher.root, 'post/slow/index.html'), 'utf8')).toContain('slow');
  expect((await renders()) - before).toBeLessThanOrEqual(1);
  await slow;
});

test('an edit of a post that is being retried is published without waiting for the retry', {
  tags: 'long',
}, async () => {
  const site = await openPublisher();
  const { publish, posts } = site;
  await site.start();
  await site.endless();
  const first = publish(posts.slow);
  await site.untilRendering();
  await site.quick();
  // The first attempt never ends by itself.
  await publish(posts.slow);
  await first;
  expect(await site.row()).toBeUndefined();
});

test('of many visits to a missing page that takes over 2 s, only the first renders it', async () => {
  const { publisher, endless, renders, posts, publish, start } = await openPublisher();
  await start();
  await endless();
  const before = await renders();
  for (let n = 0; n < 20; n++) {
    await expect(publisher.render('/post/slow')).rejects.toMatchObject({ statusCode: 503 });
  }
  expect((await renders()) - before).toBeLessThanOrEqual(2);
  await publish(posts.other);
});

test('a full render skips a post that takes over 2 s', { tags: 'long' }, async () => {
  const { publisher, endless, row, start } = await openPublisher();
  await endless();
  await start();
  expect(await row()).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('over 2 s'),
  });
  expect(await readFile(join(publisher.root, 'post/other/index.html'), 'utf8')).toContain('other');
});

function send(address: string, body: object, cookie = ''): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  });
}
