import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPublisher } from '../../../api/publish/create-publisher.ts';
import { createPostBudget } from '../../../src/lib/time-budget.ts';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';
import { SITE } from '../../support/publisher.ts';

/** The first render of each page is unfinished. */
const RENDERER = `
  const seen = new Set();
  export async function render(url) {
    const isUnfinished = !seen.has(url);
    seen.add(url);
    const headers = { 'Content-Type': 'text/html', ...(isUnfinished && { 'x-unfinished': '1' }) };
    return new Response(isUnfinished ? 'unfinished' : 'finished', { headers });
  }
  export const isUnfinished = ({ headers }) => headers.has('x-unfinished');
  export const affectedPaths = async ({ slug }) => ['/post/' + slug];
  export async function* allPaths() { yield '/post/first'; }
  export const searchEntries = async () => [];
  export const renderOg = async () => null;
`;

test('a page that a busy machine left unfinished is rendered again', async () => {
  const database = await testDatabase();
  const dataDir = database.folder;
  await makePost(database, { slug: 'first' });
  await mkdir(join(dataDir, 'client'));
  await writeFile(join(dataDir, 'renderer.mjs'), RENDERER);
  const publisher = createPublisher({
    database,
    dataDir,
    rendererEntry: pathToFileURL(join(dataDir, 'renderer.mjs')).href,
    clientDir: join(dataDir, 'client'),
    readSite: async () => SITE,
    releaseId: 'one',
    siteUrl: 'http://localhost',
    rendererEnv: {},
    log: pino({ level: 'silent' }),
    onPublished: () => undefined,
  });
  onTestFinished(() => publisher.stop());
  await (await publisher.start()).complete;
  const page = (slug: string) => readFile(join(publisher.root, `post/${slug}/index.html`), 'utf8');
  // In a full render at once.
  expect(await page('first')).toBe('finished');

  const post = await makePost(database, { slug: 'second' });
  await recordChange(database, { action: 'publish', postId: post.id, slug: post.slug });
  expect(await publisher.flush(post.id)).toBe('live');
  await vi.waitFor(async () => expect(await page('second')).toBe('finished'), 30_000);
});

test('a highlighter that waits for the processor is starved, one that ended in time is not', () => {
  const waiting = createPostBudget(300);
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (!waiting.isSpent()) waiting.run(() => Atomics.wait(cell, 0, 0, 10_000));
  expect(waiting.isStarved()).toBe(true);

  const finished = createPostBudget(300);
  expect(finished.run(() => 'done')).toBe('done');
  expect(finished.isStarved()).toBe(false);
});
