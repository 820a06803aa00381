import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';
import { createPublisher } from '../../support/publisher.ts';

/**
 * The page of one post waits for a database as long as the file `waits` says (milliseconds). The
 * database is unavailable while there is a file `unavailable`.
 */
const RENDERER = `
  import { existsSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const folder = import.meta.dirname;
  export async function render(url) {
    if (url.includes('/post/one')) await setTimeout(Number(readFileSync(join(folder, 'waits'), 'utf8')));
    if (existsSync(join(folder, 'unavailable'))) {
      throw new Error('Failed query', { cause: new Error('The database is not available: gone') });
    }
    return new Response('<p>' + url + '</p>', { headers: { 'Content-Type': 'text/html' } });
  }
  export const affectedPaths = async ({ slug }) => ['/post/' + slug, '/'];
  export async function* allPaths() { yield '/post/one'; yield '/post/two'; yield '/'; }
  export const searchEntries = async () => [];
  export const renderOg = async () => null;
`;

async function openPublisher() {
  const database = await testDatabase();
  const dataDir = database.folder;
  const write = (name: string, text: string) => writeFile(join(dataDir, name), text);
  await write('waits', '0');
  const posts = [
    await makePost(database, { slug: 'one' }),
    await makePost(database, { slug: 'two' }),
  ];
  const lines: string[] = [];
  const publisher = await createPublisher(database, RENDERER, {
    log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
  });
  return {
    publisher,
    posts,
    /** Errors in the log. */
    lines,
    waits: (ms: number) => write('waits', String(ms)),
    stopDatabase: () => write('unavailable', ''),
    startDatabase: () => rm(join(dataDir, 'unavailable')),
    record: async () => {
      for (const { id, slug } of posts) {
        await recordChange(database, { action: 'publish', postId: id, slug });
      }
    },
    page: (slug: string) => readFile(join(publisher.root, 'post', slug, 'index.html'), 'utf8'),
  };
}

test('a page that waits for the database doesn’t count as slow, in a full render or a publish', async () => {
  const { publisher, posts, waits, record, lines } = await openPublisher();
  await waits(2_500);
  const { complete } = await publisher.start();
  await complete;
  expect((await publisher.status()).failed).toEqual([]);
  await record();
  expect(await Promise.all(posts.map(({ id }) => publisher.flush(id)))).toEqual(['live', 'live']);
  expect(lines).toEqual([]);
});

test('a full render waits for the database, and no post counts as failed', async () => {
  const { publisher, stopDatabase, startDatabase, page, lines } = await openPublisher();
  await stopDatabase();
  const { complete } = await publisher.start();
  await vi.waitFor(() => expect(lines.join()).toContain('the full render waits'), 30_000);
  await startDatabase();
  await complete;
  expect(await page('one')).toContain('one');
  expect((await publisher.status()).failed).toEqual([]);
  expect(lines.join()).not.toContain('could not be rendered');
});

test('a publish without a database isn’t a failed attempt, and succeeds once the database is back', async () => {
  const { publisher, posts, record, stopDatabase, startDatabase, lines } = await openPublisher();
  await (await publisher.start()).complete;
  await stopDatabase();
  await record();
  const outcomes = await Promise.all(posts.map(({ id }) => publisher.flush(id)));
  expect(outcomes).toEqual(['failed', 'failed']);
  // Longer than the first delay after a real failure.
  await new Promise((wait) => setTimeout(wait, 2_500));
  const { failed, queued, rendering } = await publisher.status();
  expect(failed).toEqual([]);
  expect([...queued, ...rendering].map(({ attempts }) => attempts)).toEqual([0, 0]);
  await expect(publisher.render('/post/one')).rejects.toThrow();
  await startDatabase();
  await vi.waitFor(async () => expect((await publisher.status()).queued).toEqual([]), 30_000);
  expect((await publisher.status()).failed).toEqual([]);
  expect((await publisher.render('/post/one')).status).toBe(200);
  expect(lines.join()).not.toContain('a post could not be published"');
});
