import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FilePublisher } from '../../../api/publish/publisher.ts';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';
import { createPublisher } from '../../support/publisher.ts';

/**
 * A site of ten posts whose pages show the content of the file `words`. It lists what it renders in
 * the file `rendered`, and waits in the sixth post for a file `go`.
 */
const RENDERER = `
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const at = (name) => join(import.meta.dirname, name);
  export async function render(url) {
    const { pathname } = new URL(url);
    const words = readFileSync(at('words'), 'utf8');
    appendFileSync(at('rendered'), pathname + '\\n');
    if (pathname === '/post/p-5') while (!existsSync(at('go'))) await setTimeout(5);
    return new Response('<p>' + words + '</p>');
  }
  export const affectedPaths = async ({ slug }) => ['/post/' + slug, '/'];
  export const authorsAmong = async () => [];
  export const pagesOfLists = async () => [];
  export async function* allPaths() {
    for (let n = 0; n < 10; n++) yield '/post/p-' + n;
    yield '/';
  }
  export const searchEntries = async () => [];
`;

async function newSite() {
  const database = await testDatabase();
  const post = await makePost(database, { slug: 'p-1' });
  const path = (name: string) => join(database.folder, name);
  const write = (name: string, text: string) => writeFile(path(name), text);
  const rendered = async () => (await readFile(path('rendered'), 'utf8')).trim().split('\n');
  const timesOf = async (page: string) => (await rendered()).filter((one) => one === page).length;
  /** Starts a full render that stops in the middle. */
  const stopInTheMiddle = async () => {
    const first = await createPublisher(database, RENDERER);
    const { complete } = await first.start();
    complete.catch(() => undefined);
    await vi.waitFor(async () => expect(await rendered()).toContain('/post/p-5'), 30_000);
    await first.stop();
  };
  const finish = async (releaseId = 'one') => {
    await write('go', '');
    const second = await createPublisher(database, RENDERER, { releaseId });
    await (await second.start()).complete;
    return second;
  };
  await appendFile(path('rendered'), '');
  await write('words', 'before');
  return { database, post, path, write, timesOf, stopInTheMiddle, finish };
}

const textOf = (publisher: FilePublisher, slug: string) =>
  readFile(join(publisher.root, 'post', slug, 'index.html'), 'utf8');

test('a full render that was stopped continues where it left off', async () => {
  const site = await newSite();
  await site.stopInTheMiddle();
  const publisher = await site.finish();
  expect(await site.timesOf('/post/p-0')).toBe(1);
  expect(await readdir(join(publisher.root, 'post'))).toHaveLength(10);
  expect(await readdir(publisher.root)).not.toContain('.draft.json');
});

test('pages written before the stop show later changes', async () => {
  const site = await newSite();
  await site.stopInTheMiddle();
  await site.write('words', 'after');
  await recordChange(site.database, { action: 'publish', postId: site.post.id, slug: 'p-1' });
  const publisher = await site.finish();
  expect(await textOf(publisher, 'p-1')).toContain('after');
  expect(await textOf(publisher, 'p-0')).toContain('before');
});

test('a render starts over for another release, or after a reboot', async () => {
  const other = await newSite();
  await other.stopInTheMiddle();
  await other.finish('two');
  expect(await other.timesOf('/post/p-0')).toBe(2);

  const restarted = await newSite();
  await restarted.stopInTheMiddle();
  const file = restarted.path('releases/one/.draft.json');
  const start = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...start, boot: 'another' }));
  await restarted.finish();
  expect(await restarted.timesOf('/post/p-0')).toBe(2);
});

test('a render starts over when the feed of changes was replaced', async () => {
  const site = await newSite();
  await site.stopInTheMiddle();
  const file = site.path('releases/one/.draft.json');
  const start = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...start, feed: 'another' }));
  await site.finish();
  expect(await site.timesOf('/post/p-0')).toBe(2);
});
