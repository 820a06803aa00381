import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { PreviewDraft } from '../../../api/contract/publish.ts';
import { makePost, recordChange, testDatabase } from '../../support/database.ts';
import { createPublisher, SITE } from '../../support/publisher.ts';

/** Previews wait while the file `hold` exists. Each is noted in `previews`. */
const RENDERER = `
  import { appendFileSync, existsSync } from 'node:fs';
  import { join } from 'node:path';
  import { setTimeout } from 'node:timers/promises';
  const folder = import.meta.dirname;
  const html = (text) => new Response(text, { headers: { 'Content-Type': 'text/html' } });
  let name = 'none';
  export const setSite = (state) => { name = state.site.name; };
  export const render = async (url) => html(url);
  export const renderWithoutScripts = async (url) => html(url + ' of ' + name);
  export const renderPreview = async ({ title }) => {
    appendFileSync(join(folder, 'previews'), title + '\\n');
    while (existsSync(join(folder, 'hold'))) await setTimeout(5);
    return html(title === 'site' ? name : title);
  };
  export async function* allPaths() { yield '/'; }
  export const affectedPaths = async ({ slug }) => ['/post/' + slug, '/'];
  export const authorsAmong = async () => [];
  export const searchEntries = async () => [];
`;

const draftOf = (title: string, isShared = true): PreviewDraft => ({
  title,
  category: 'uncategorized',
  categoryLabel: 'Uncategorized',
  image: '',
  imageAlt: '',
  imageFocus: '',
  language: '',
  content: '',
  isShared,
});
const guest = (address: string) => ({ userId: 'maker', address });

async function start() {
  const database = await testDatabase();
  const inFolder = (name: string) => join(database.folder, name);
  const publisher = await createPublisher(database, RENDERER);
  await (await publisher.start()).complete;
  await writeFile(inFolder('previews'), '');
  await writeFile(inFolder('hold'), '');
  const started = async () => (await readFile(inFolder('previews'), 'utf8')).split('\n');
  const first = publisher.preview(draftOf('first'), guest('192.0.2.1'));
  await vi.waitFor(async () => expect(await started()).toContain('first'), { timeout: 30_000 });
  return { database, publisher, first, started, release: () => rm(inFolder('hold')) };
}

test('a preview that takes long delays no post', async () => {
  const { database, publisher, first, release } = await start();
  const { id: postId, slug } = await makePost(database, { slug: 'next-to-it' });
  await recordChange(database, { action: 'publish', postId, slug });
  expect(await publisher.flush(postId)).toBe('live');
  await release();
  expect((await first).body.toString()).toBe('first');
});

test('a full queue refuses previews, first those of the address with the most', async () => {
  const { publisher, first, started, release } = await start();
  const flood = Array.from({ length: 30 }, (_, n) =>
    publisher.preview(draftOf(`flood ${n}`), guest('192.0.2.1')),
  );
  const outcomes = Promise.allSettled(flood);
  const other = publisher.preview(draftOf('other'), guest('192.0.2.2'));
  const writer = publisher.preview(draftOf('writer', false), { userId: 'writer' });
  await release();
  await Promise.all([first, other, writer]);
  const results = await outcomes;
  const refused = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  expect(refused.length).toBeGreaterThan(20);
  for (const error of refused) {
    expect(error).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '5' } });
  }
  const order = (await started()).filter((title) => title !== '');
  expect(order.slice(0, 3).sort()).toEqual(['first', 'other', 'writer']);
});

test('a page is previewed with the given settings, and the next draft with the live ones', async () => {
  const { publisher, first, release } = await start();
  await release();
  await first;
  const site = { ...SITE, site: { ...SITE.site, name: 'Unsaved' } };
  const page = await publisher.previewPage({ path: '/about', site }, { userId: 'writer' });
  expect(page.body.toString()).toBe('http://localhost/about of Unsaved');
  const draft = await publisher.preview(draftOf('site', false), { userId: 'writer' });
  expect(draft.body.toString()).toBe(SITE.site.name);
});
