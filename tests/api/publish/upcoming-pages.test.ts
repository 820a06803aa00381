// Visits while the page of a scheduled post, which was rendered ahead, is about to be written.
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { UpcomingPages } from '../../../api/publish/upcoming-pages.ts';
import { insertDocument } from '../../../db/queries/documents.ts';
import { makePost, testDatabase } from '../../support/database.ts';
import { createPublisher } from '../../support/publisher.ts';

const SLUG = 'soon';
const FIELDS = { title: 'Soon', category: 'javascript', content: '<p>Soon</p>', text: 'Soon' };

/** Has the page of a post prepared that's due in a few seconds. */
async function prepared() {
  const database = await testDatabase();
  const calls: string[] = [];
  const pages = new UpcomingPages({
    database,
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    cursor: () => 0,
    pool: {
      prepare: async ({ slug }) => void calls.push(`prepare ${slug}`),
      writePrepared: async (slug) => calls.push(`write ${slug}`) > 0,
    },
    onPublished: (paths) => calls.push(`published ${paths}`),
    preload: async (address) => void calls.push(`preload ${address}`),
  });
  const scheduledAt = new Date(Date.now() + 5_000);
  const times = { scheduledAt, createdAt: new Date(), updatedAt: new Date() };
  const own = { slug: SLUG, userId: 'someone', revision: 1, status: 'scheduled' as const };
  const values = { ...FIELDS, ...own, ...times };
  const document = await database.transaction((tx) => insertDocument(tx, values));
  pages.notice(scheduledAt.getTime());
  await expect.poll(() => calls).toEqual([`prepare ${SLUG}`]);
  const change = { action: 'publish', postId: document.id, slug: SLUG, isBulk: false } as const;
  return { database, pages, calls, change };
}

test('a visit waits until the page of a post that became public is written', async () => {
  const { database, pages, calls, change } = await prepared();
  await makePost(database, { slug: SLUG });
  const visit = pages.settled(SLUG).then(() => calls.push('visit'));
  await wait(50);
  expect(calls).toEqual([`prepare ${SLUG}`]);
  expect(await pages.write([change], ['/nowhere'])).toEqual(new Set([change.postId]));
  await visit;
  expect(calls.slice(1, 3)).toEqual([`write ${SLUG}`, `published /post/${SLUG}`]);
  expect(calls).toContain('visit');
  expect(calls).toContain(`preload /post/${SLUG}`);
});

test('a visit doesn’t wait for a post that isn’t public yet, or for other posts', async () => {
  const { pages, calls } = await prepared();
  await pages.settled(SLUG);
  await pages.settled('another');
  expect(calls).toEqual([`prepare ${SLUG}`]);
});

test('a visit waits a second at most', async () => {
  const { database, pages } = await prepared();
  await makePost(database, { slug: SLUG });
  await pages.settled(SLUG);
});

test('a post that doesn’t exist is answered without rendering', async () => {
  const database = await testDatabase();
  const publisher = await createPublisher(
    database,
    `export async function render(url) { throw new Error('rendered ' + url); }`,
  );
  expect((await publisher.render('/post/nobody-wrote-it')).status).toBe(404);
});
