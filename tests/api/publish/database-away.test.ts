import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FilePublisher } from '../../../api/publish/publisher.ts';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';

/**
 * Posts wait for a database as long as the file `waits` says (milliseconds). It's away while there is
 * a file `away`.
 */
const RENDERER = `
  import { existsSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const folder = import.meta.dirname;
  export async function render(url) {
    if (url.includes('/post/')) await setTimeout(Number(readFileSync(join(folder, 'waits'), 'utf8')));
    if (existsSync(join(folder, 'away'))) {
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
  await mkdir(join(dataDir, 'client'));
  await write('renderer.mjs', RENDERER);
  await write('waits', '0');
  const posts = [
    await makePost(database, { slug: 'one' }),
    await makePost(database, { slug: 'two' }),
  ];
  const lines: string[] = [];
  const publisher = new FilePublisher({
    database,
    dataDir,
    rendererEntry: pathToFileURL(join(dataDir, 'renderer.mjs')).href,
    clientDir: join(dataDir, 'client'),
    releaseId: 'one',
    siteUrl: 'http://localhost',
    rendererEnv: {},
    log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
    onPublished: () => undefined,
  });
  onTestFinished(() => publisher.stop());
  return {
    publisher,
    posts,
    /** Errors in the log. */
    lines,
    waits: (ms: number) => write('waits', String(ms)),
    leave: () => write('away', ''),
    comeBack: () => rm(join(dataDir, 'away')),
    record: async () => {
      for (const { id, slug } of posts) {
        await recordChange(database, { action: 'publish', postId: id, slug });
      }
    },
    page: (slug: string) => readFile(join(publisher.root, 'post', slug, 'index.html'), 'utf8'),
  };
}

test('a page that waits for the database isn’t slow: it’s in the first release, and published', async () => {
  const { publisher, posts, waits, record, lines } = await openPublisher();
  await waits(2_500);
  const { complete } = await publisher.start();
  await complete;
  expect((await publisher.status()).failed).toEqual([]);
  await record();
  expect(await Promise.all(posts.map(({ id }) => publisher.flush(id)))).toEqual(['live', 'live']);
  expect(lines).toEqual([]);
}, 60_000);

test('a full render without a database goes on when it’s back, and no post counts as failed', async () => {
  const { publisher, leave, comeBack, page, lines } = await openPublisher();
  await leave();
  const { complete } = await publisher.start();
  await vi.waitFor(() => expect(lines.join()).toContain('the full render waits'), 30_000);
  await comeBack();
  await complete;
  expect(await page('one')).toContain('one');
  expect((await publisher.status()).failed).toEqual([]);
  expect(lines.join()).not.toContain('could not be rendered');
}, 60_000);

test('a publish without a database isn’t a failed attempt: it’s live a moment after it’s back', async () => {
  const { publisher, posts, record, leave, comeBack, lines } = await openPublisher();
  await (await publisher.start()).complete;
  await leave();
  await record();
  const outcomes = await Promise.all(posts.map(({ id }) => publisher.flush(id)));
  expect(outcomes).toEqual(['failed', 'failed']);
  // Longer than the first delay after a real failure.
  await new Promise((wait) => setTimeout(wait, 2_500));
  const { failed, queued, rendering } = await publisher.status();
  expect(failed).toEqual([]);
  expect([...queued, ...rendering].map(({ attempts }) => attempts)).toEqual([0, 0]);
  await expect(publisher.render('/post/one')).rejects.toThrow();
  await comeBack();
  await vi.waitFor(async () => expect((await publisher.status()).queued).toEqual([]), 30_000);
  expect((await publisher.status()).failed).toEqual([]);
  expect((await publisher.render('/post/one')).status).toBe(200);
  expect(lines.join()).not.toContain('a post could not be published"');
}, 60_000);
