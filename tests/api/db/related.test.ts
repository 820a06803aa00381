import { describe, expect, it } from 'vitest';
import type { Database } from '../../../db/client.ts';
import { findNeighbors, findTextTime } from '../../../db/queries/post-page.ts';
import type { PostRow } from '../../../db/queries/posts.ts';
import { hidePost, type NewPost } from '../../../db/queries/posts-table.ts';
import { listRelatedPosts } from '../../../db/queries/related.ts';
import { saveSeriesOf } from '../../../db/queries/series.ts';
import { saveTagsOf } from '../../../db/queries/tags.ts';
import { makeAccount, testApp } from '../../support/app.ts';
import { makePost, testDatabase } from '../../support/database.ts';

const START = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const day = (n: number) => new Date(START + n * DAY_MS);

interface Lists {
  tags?: string[];
  series?: string;
}

async function makeListed(
  database: Database,
  slug: string,
  { tags = [], series, ...values }: Partial<NewPost> & Lists = {},
) {
  const post = await makePost(database, {
    title: slug,
    category: 'uncategorized',
    slug,
    ...values,
  });
  await database.transaction(async (tx) => {
    await saveTagsOf(
      tx,
      post.id,
      tags.map((label) => ({ slug: label, label })),
    );
    if (series) await saveSeriesOf(tx, post.id, { slug: series, title: series, position: 1 });
  });
  return { ...post, tags, series: series ? [series] : [] };
}

const relatedTo = async (
  database: Database,
  post: PostRow & { tags: string[]; series: string[] },
  limit = 9,
) => (await listRelatedPosts(database.read, post, limit)).map(({ slug }) => slug);

describe('related posts', () => {
  it('have most tags in common, then the series, then words of the title', async () => {
    const database = await testDatabase();
    const post = await makeListed(database, 'Fonts for reading', {
      slug: 'fonts',
      tags: ['web', 'type'],
      series: 'letters',
    });
    await makeListed(database, 'one-tag', { tags: ['web', 'other'] });
    await makeListed(database, 'word', { content: '<p>About Reading.</p>' });
    await makeListed(database, 'two-tags', { tags: ['type', 'web'] });
    await makeListed(database, 'same-series', { series: 'letters' });
    await makeListed(database, 'nothing', { tags: ['other'] });
    expect(await relatedTo(database, { ...post, title: 'Fonts for reading' })).toEqual([
      'two-tags',
      'one-tag',
      'same-series',
      'word',
    ]);
    expect(await relatedTo(database, { ...post, title: 'x' }, 1)).toEqual(['two-tags']);
  });

  it('are the closest in time among equals, on both sides', async () => {
    const database = await testDatabase();
    const posts = [];
    for (let n = 0; n < 40; n++) {
      posts.push(await makeListed(database, `p-${n}`, { tags: ['css'], createdAt: day(n) }));
    }
    const [twenty, last] = [posts[20], posts[39]];
    if (!twenty || !last) throw new Error('missing');
    expect((await relatedTo(database, twenty, 4)).toSorted()).toEqual([
      'p-18',
      'p-19',
      'p-21',
      'p-22',
    ]);
    expect(await relatedTo(database, last, 2)).toEqual(['p-38', 'p-37']);
  });

  it('have a word of the title only if they are close in time or in a list', async () => {
    const database = await testDatabase();
    const first = { slug: 'first', content: '<p>Sourdough</p>', createdAt: day(0) };
    await makeListed(database, 'First', first);
    for (let n = 1; n < 20; n++) await makeListed(database, `p-${n}`, { createdAt: day(n) });
    const near = { slug: 'near', content: '<p>Sourdough</p>', createdAt: day(10) };
    await makeListed(database, 'Near', near);
    const post = await makeListed(database, 'Sourdough', { slug: 'post', createdAt: day(20) });
    expect(await relatedTo(database, post)).toEqual(['near']);
  });

  it('of a category count, but having none is nothing in common', async () => {
    const database = await testDatabase();
    const post = await makeListed(database, 'a', { category: 'javascript' });
    await makeListed(database, 'b', { category: 'javascript' });
    const plain = await makeListed(database, 'c');
    await makeListed(database, 'd');
    expect(await relatedTo(database, post)).toEqual(['b']);
    expect(await relatedTo(database, plain)).toEqual([]);
  });

  it('are never hidden ones', async () => {
    const database = await testDatabase();
    const post = await makeListed(database, 'Quotations', { tags: ['web'], series: 's' });
    const hidden = await makeListed(database, 'gone', {
      tags: ['web'],
      series: 's',
      content: '<p>Quotations</p>',
    });
    await database.transaction((tx) => hidePost(tx, hidden.id));
    expect(await relatedTo(database, post)).toEqual([]);
  });

  it('are found by words that look like operators or have quotes', async () => {
    const database = await testDatabase();
    const post = await makeListed(database, `O'Reilly AND "NEAR" -- 数据库设计; drop`, {
      slug: 'odd',
    });
    await makeListed(database, 'other', { content: '<p>Reilly is near</p>' });
    expect(await relatedTo(database, post)).toEqual(['other']);
  });
});

it('the posts before and after one are the next in time, without hidden ones', async () => {
  const database = await testDatabase();
  const made = [];
  for (let n = 0; n < 4; n++)
    made.push(await makeListed(database, `n-${n}`, { createdAt: day(n) }));
  const [first, hidden, third] = made;
  if (!first || !hidden || !third) throw new Error('missing');
  await database.transaction((tx) => hidePost(tx, hidden.id));
  expect(await findNeighbors(database.read, third)).toEqual({
    previous: { slug: 'n-0', title: 'n-0' },
    next: { slug: 'n-3', title: 'n-3' },
  });
  expect((await findNeighbors(database.read, first)).previous).toBeUndefined();
});

describe('the time of a text', () => {
  const site = async () => {
    let now = START;
    const app = await testApp({ services: { now: () => new Date(now) } });
    const admin = await makeAccount(app.database, { role: 'administrator' });
    const fields = { title: 'T', category: 'javascript', content: '<p>First</p>' };
    const { body: post } = await app.call('POST /api/post/create', { json: fields, as: admin });
    const update = async (days: number, json: object) => {
      now = START + days * DAY_MS;
      const line = `PUT /api/post/updatepost/${post._id}/${admin.id}`;
      expect((await app.call(line, { json: { ...fields, ...json }, as: admin })).status).toBe(200);
    };
    return { update, time: () => findTextTime(app.database.read, post._id) };
  };

  it('is when it was published, until its title or words change', async () => {
    const { update, time } = await site();
    await update(3, { tags: ['news'] });
    expect((await time())?.getTime()).toBeLessThan(START + DAY_MS);
    await update(5, { content: '<p>Second</p>' });
    await update(9, { content: '<p>Second</p>', category: 'reactjs' });
    expect(await time()).toEqual(day(5));
    await update(12, { content: '<p>Second</p>', title: 'Another' });
    expect(await time()).toEqual(day(12));
  });

  it('is also when a picture in it is replaced, but not when the cover is', async () => {
    const { update, time } = await site();
    const figure = (name: string) => ({ content: `<p>First</p><p><img src="/${name}.png"></p>` });
    await update(4, figure('one'));
    expect(await time()).toEqual(day(4));
    await update(6, figure('two'));
    expect(await time()).toEqual(day(6));
    await update(8, { ...figure('two'), image: '/icon-192.png' });
    expect(await time()).toEqual(day(6));
  });

  it('is not known for a post without versions', async () => {
    const database = await testDatabase();
    const { id } = await makePost(database);
    expect(await findTextTime(database.read, id)).toBeUndefined();
  });
});
