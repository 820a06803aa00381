import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PostRow } from '../../db/queries/posts.ts';
import { ADMIN, startServer } from '../e2e/support/server.ts';
import { makePost, recordChange, testDatabase } from '../support/database.ts';
import { createPublisher } from '../support/publisher.ts';
import { figure } from '../support/tally.ts';

/** A C++ grammar rule backtracks over this line. Without a limit, the block took 59 s. */
const HOSTILE = `<pre data-language="cpp">${`int a ${'*'.repeat(900)}\n`.repeat(50)}</pre>`;

/** Publishing takes milliseconds. The rest allows for a busy machine and for starting a thread. */
const USUAL_MS = 3_000;

test('a code block that takes too long to highlight delays neither other posts nor visits', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const signedIn = await send(`${server.url}/api/auth/signin`, ADMIN);
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const publish = async (title: string, content: string) => {
    const started = performance.now();
    const body = { title, category: 'javascript', content };
    const response = await send(`${server.url}/api/post/create`, body, cookie.join('; '));
    expect(response.status).toBe(201);
    const { slug } = (await response.json()) as { slug: string };
    const page = await fetch(`${server.url}/post/${slug}`);
    const ms = Math.round(performance.now() - started);
    return { status: page.status, page: await page.text(), slug, ms };
  };
  await publish('The first post', '<p>Starts the thread.</p>');
  const ten = (kind: string) =>
    Promise.all(
      Array.from({ length: 10 }, (_, n) => publish(`${kind} post ${n}`, '<p>Words.</p>')),
    );
  const usualMs = Math.max(...(await ten('Usual')).map(({ ms }) => ms));

  const hostile = publish('The hostile post', HOSTILE);
  const others = await ten('Other');
  const shown = await hostile;
  const preview = send(
    `${server.url}/api/post/preview`,
    { title: 'A preview', category: 'javascript', content: HOSTILE },
    cookie.join('; '),
  );
  const other = await publish('Published next to a preview', '<p>Words.</p>');

  expect([shown.status, shown.page.includes(`int a ${'*'.repeat(900)}`)]).toEqual([200, true]);
  expect((await preview).status).toBe(200);
  const slowest = Math.max(other.ms, ...others.map(({ ms }) => ms));
  figure(
    'Time until a post with a code block that takes too long to highlight is live',
    `${shown.ms} ms`,
  );
  figure('Slowest of ten posts published at the same time', `${slowest} ms`);
  figure('The same without that post', `${usualMs} ms`);
  // The limits for one post: 300 ms of CPU time, or 1.5 s on a busy machine.
  expect(Math.max(shown.ms, slowest)).toBeLessThan(2 * usualMs + USUAL_MS);
  for (const { status } of others) expect(status).toBe(200);
});

/**
 * Renders the post `slow` in as many milliseconds as the file `takes` says. Logs each render.
 */
const RENDERER = `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  const folder = import.meta.dirname;
  export async function render(url) {
    if (url.endsWith('/post/slow')) {
      appendFileSync(join(folder, 'renders'), '.');
      const end = performance.now() + Number(readFileSync(join(folder, 'takes'), 'utf8'));
      while (performance.now() < end);
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
  const takes = (ms: number) => writeFile(join(dataDir, 'takes'), String(ms));
  await takes(0);
  const posts = {
    slow: await makePost(database, { slug: 'slow' }),
    other: await makePost(database, { slug: 'other' }),
  };
  const publisher = await createPublisher(database, RENDERER);
  return {
    publisher,
    takes,
    posts,
    row: async () => {
      const { queued, rendering, failed } = await publisher.status();
      const all = [...queued, ...rendering, ...failed];
      return all.find(({ postId }) => postId === posts.slow.id);
    },
    renders: async () => (await readFile(join(dataDir, 'renders'), 'utf8')).length,
    start: async () => (await publisher.start()).complete,
    async publish({ id, slug }: PostRow) {
      const started = performance.now();
      const change = { action: 'publish', postId: id, slug } as const;
      await recordChange(database, change);
      const state = await publisher.flush(id);
      return { state, ms: performance.now() - started };
    },
  };
}

test('a post that takes over 2 s to render delays others by at most 2 s, then moves to a separate thread', async () => {
  const { publisher, publish, posts, takes, row, renders, start } = await openPublisher();
  await start();
  await takes(5_000);
  const slow = publish(posts.slow);
  const other = await publish(posts.other);
  expect(other.state).toBe('live');
  expect(other.ms).toBeLessThan(2_000 + USUAL_MS);
  expect((await row())?.error).toBe('Rendering /post/slow took over 2 s.');

  // Visits don't retry it. The second attempt, which has a longer limit, is already running.
  const before = await renders();
  for (let n = 0; n < 20; n++) {
    await expect(publisher.render('/post/slow')).rejects.toMatchObject({ statusCode: 503 });
  }
  await vi.waitFor(
    async () => expect((await publisher.status()).rendering).toHaveLength(1),
    10_000,
  );
  for (let n = 0; n < 5; n++) expect((await publish(posts.other)).ms).toBeLessThan(USUAL_MS);
  await vi.waitFor(async () => expect(await row()).toBeUndefined(), { timeout: 15_000 });
  expect(await readFile(join(publisher.root, 'post/slow/index.html'), 'utf8')).toContain('slow');
  expect((await renders()) - before).toBeLessThanOrEqual(1);
  expect((await slow).state).toBe('live');
});

test('an edit of a post that is being retried is published at once', async () => {
  const { publish, posts, takes, publisher, row, start } = await openPublisher();
  await start();
  await takes(60_000);
  const first = publish(posts.slow);
  await vi.waitFor(
    async () => expect((await publisher.status()).rendering).toHaveLength(1),
    10_000,
  );
  await takes(0);
  const repaired = await publish(posts.slow);
  expect(repaired.state).toBe('live');
  // The first attempt may still be running; it ends after 2 s.
  expect(repaired.ms).toBeLessThan(2_000 + USUAL_MS);
  expect((await first).state).toBe('live');
  expect(await row()).toBeUndefined();
});

test('of many visits to a missing page that takes over 2 s, only the first renders it', async () => {
  const { publisher, takes, renders, posts, publish, start } = await openPublisher();
  await start();
  await takes(60_000);
  const before = await renders();
  for (let n = 0; n < 20; n++) {
    await expect(publisher.render('/post/slow')).rejects.toMatchObject({ statusCode: 503 });
  }
  expect((await renders()) - before).toBeLessThanOrEqual(2);
  expect((await publish(posts.other)).ms).toBeLessThan(USUAL_MS);
});

test('a full render skips a post that takes over 2 s', async () => {
  const { publisher, takes, row, start } = await openPublisher();
  await takes(60_000);
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
