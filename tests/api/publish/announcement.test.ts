import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createAnnouncement } from '../../../api/announcement.ts';
import { makePost, testDatabase } from '../../support/database.ts';
import { createPublisher } from '../../support/publisher.ts';

/**
 * A site in which each page of `fails` fails this often. The first attempt is in the full render,
 * the second one right after it.
 */
const rendererThatFails = (fails: string[], attempts: number) => `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  const paths = ['/', '/about', '/post/good', '/post/slow'];
  export async function render(url) {
    const path = new URL(url).pathname;
    const file = join(import.meta.dirname, path.replaceAll('/', '-'));
    let tries = 0;
    try { tries = Number(readFileSync(file, 'utf8')); } catch {}
    writeFileSync(file, String(tries + 1));
    if (${JSON.stringify(fails)}.includes(path) && tries < ${attempts}) throw new Error('busy');
    return new Response('page', { headers: { 'Content-Type': 'text/html' } });
  }
  export const affectedPaths = async ({ slug }) => ['/post/' + slug];
  export async function* allPaths() { yield* paths; }
  export const countPaths = async () => paths.length;
  export const searchEntries = async () => [];
`;

async function siteThatFails(fails: string[], attempts: number) {
  const database = await testDatabase();
  for (const slug of ['good', 'slow']) await makePost(database, { slug });
  const lines: string[] = [];
  const said: string[] = [];
  const totals = new Set<number>();
  const publisher = await createPublisher(database, rendererThatFails(fails, attempts), {
    log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
    onProgress: (_rendered, total) => totals.add(total),
    onAdvanced: () => announcement.check(),
  });
  const announcement = createAnnouncement(
    () => publisher.failedCount,
    (line) => said.push(line),
  );
  const { complete, isNew } = await publisher.start();
  return { publisher, complete, isNew, announcement, lines, said, totals };
}

test('reports that all pages are published only after the last failed post is', async () => {
  const { complete, isNew, announcement, said, lines } = await siteThatFails(['/post/slow'], 1);
  await complete;
  expect(isNew).toBe(true);
  announcement.rendered();
  expect(said).toEqual(['All pages except 1 are published. Inkwell is retrying it.']);
  await vi.waitFor(() => expect(said.at(-1)).toBe('All pages are published'), 20_000);
  expect(lines, 'no error for a page that only needed a second try').toEqual([]);
  announcement.check();
  expect(said).toHaveLength(2);
});

test('a page that is not a post is retried during the full render', async () => {
  const { complete, announcement, said, lines, totals } = await siteThatFails(['/about'], 1);
  await complete;
  announcement.rendered();
  expect(said).toEqual(['All pages are published']);
  expect(lines).toEqual([]);
  for (const total of totals) expect(total).toBe(4);
});

test('a page that fails twice is an error, and aborts the release', async () => {
  const { complete, lines } = await siteThatFails(['/about'], 2);
  await expect(complete).rejects.toThrow('/about cannot be rendered: busy');
  expect(lines.join()).toContain('a page could not be rendered');
});

test('a post that fails twice is an error', { tags: 'long' }, async () => {
  const { complete, lines, publisher } = await siteThatFails(['/post/slow'], 9);
  await complete;
  expect(lines).toEqual([]);
  await vi.waitFor(() => expect(lines.join()).toContain('a post could not be published'), 20_000);
  expect(publisher.failedCount).toBe(1);
});
