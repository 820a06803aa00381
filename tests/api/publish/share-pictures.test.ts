import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { deletePost } from '../../../db/queries/posts.ts';
import { makePost, testDatabase } from '../../support/database.ts';
import { createPublisher } from '../../support/publisher.ts';

/** Draws the text in the file `words`, notes each picture in `drawn`, and waits while `hold` exists. */
const RENDERER = `
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const folder = import.meta.dirname;
  export const render = async () =>
    new Response('<p>A page</p>', { headers: { 'Content-Type': 'text/html' } });
  export async function* allPaths() { yield '/'; }
  export const affectedPaths = async () => ['/'];
  export const searchEntries = async () => [];
  export async function renderOg(slug) {
    appendFileSync(join(folder, 'drawn'), slug + '\\n');
    while (existsSync(join(folder, 'hold'))) await setTimeout(5);
    if (slug === 'broken') throw new Error('This one cannot be drawn.');
    return readFileSync(join(folder, 'words'));
  }
`;

/** A site with these posts, oldest first. `open` starts a publisher and stops it after the test. */
async function siteWith(...slugs: string[]) {
  const database = await testDatabase();
  const dataDir = database.folder;
  for (const slug of slugs) await makePost(database, { slug });
  const write = (name: string, text: string) => writeFile(join(dataDir, name), text);
  await write('words', 'one');
  await write('drawn', '');
  const open = async (releaseId = 'one') => {
    const options = { releaseId, pictureRestMs: 5 };
    const publisher = await createPublisher(database, RENDERER, options);
    await (await publisher.start()).complete;
    return publisher;
  };
  const drawn = async () => (await readFile(join(dataDir, 'drawn'), 'utf8')).trim().split('\n');
  const pictures = async (release = 'one') => {
    const folder = join(dataDir, 'releases', release, 'og');
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.endsWith('.jpg')).sort();
  };
  return { database, dataDir, write, open, drawn, pictures };
}

const eventually = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 30_000 });

test('pictures of posts that came with a full render are drawn later, newest first', async () => {
  const slugs = Array.from({ length: 45 }, (_, n) => `post-${String(n).padStart(2, '0')}`);
  const site = await siteWith(...slugs);
  await site.open();
  const all = ['default', ...slugs].map((name) => `${name}.jpg`).sort();
  await eventually(async () => expect(await site.pictures()).toEqual(all));
  expect(await site.drawn()).toEqual(['default', ...slugs.toReversed()]);
});

test('only missing ones are drawn after a restart and in a new release', async () => {
  const site = await siteWith('first', 'second');
  const before = await site.open();
  await eventually(async () => expect(await site.pictures()).toHaveLength(3));
  await before.stop();
  await rm(join(site.dataDir, 'releases/one/og/first.jpg'));
  await site.write('drawn', '');
  const again = await site.open();
  await eventually(async () => expect(await site.pictures()).toHaveLength(3));
  expect(await site.drawn()).toEqual(['first']);
  await again.stop();

  // The picture of the site is drawn again: its name may be what changed.
  await site.write('drawn', '');
  await site.write('words', 'two');
  await site.open('two');
  await eventually(async () => expect(await site.pictures('two')).toHaveLength(3));
  expect(await site.drawn()).toEqual(['default']);
  const text = (name: string) =>
    readFile(join(site.dataDir, `releases/two/og/${name}.jpg`), 'utf8');
  expect([await text('default'), await text('second')]).toEqual(['two', 'one']);
});

test('a picture that cannot be drawn does not keep others from being drawn', async () => {
  const site = await siteWith('older', 'broken', 'newer');
  await site.open();
  const others = ['default.jpg', 'newer.jpg', 'older.jpg'];
  await eventually(async () => expect(await site.pictures()).toEqual(others));
});

test('a post that is deleted while its picture is drawn leaves no picture', async () => {
  const site = await siteWith();
  const post = await makePost(site.database, { slug: 'gone' });
  await site.write('hold', '');
  const publisher = await site.open();
  const picture = publisher.render('/og/gone.jpg');
  await eventually(async () => expect(await site.drawn()).toContain('gone'));
  await site.database.transaction((tx) => deletePost(tx, post.id));
  await rm(join(site.dataDir, 'hold'));
  expect((await picture).status).toBe(404);
  await eventually(async () => expect(await site.pictures()).toEqual(['default.jpg']));
});

test('a picture that takes too long is 503, and drawn at a later request', async () => {
  const site = await siteWith('slow');
  const publisher = await site.open();
  await site.write('hold', '');
  const late = publisher.render('/og/slow.jpg');
  await expect(late).rejects.toMatchObject({ statusCode: 503, headers: { 'Retry-After': '10' } });
  await rm(join(site.dataDir, 'hold'));
  expect(await publisher.render('/og/slow.jpg')).toMatchObject({ status: 200 });
}, 60_000);
