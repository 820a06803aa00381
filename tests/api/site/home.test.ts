import { describe, expect, it } from 'vitest';
import { listLatestSeries, saveSeriesOf } from '../../../db/queries/series.ts';
import { listLatestTags, saveTagsOf } from '../../../db/queries/tags.ts';
import { arrangePosts, asRows } from '../../../src/lib/home.ts';
import { makePost, testDatabase } from '../../support/database.ts';

const posts = (...slugs: string[]) => slugs.map((slug) => ({ slug }));
const [a, b, c, d] = posts('a', 'b', 'c', 'd');

describe('the posts of the home page', () => {
  it('are led by the newest one if none is featured', () => {
    expect(arrangePosts([], posts('a', 'b', 'c'))).toEqual({ lead: a, recent: [b, c] });
  });

  it('are there once, the featured ones first', () => {
    expect(arrangePosts(posts('b', 'd'), posts('a', 'b', 'c'))).toEqual({
      lead: b,
      featured: [d],
      recent: [a, c],
    });
  });

  it('are in the order of time if all are featured', () => {
    expect(arrangePosts(posts('a', 'b'), posts('a', 'b'))).toEqual({ lead: a, recent: [b] });
  });

  it('are all rows in a list, in the same order', () => {
    expect(asRows(arrangePosts([], posts('a', 'b', 'c')))).toEqual({ recent: [a, b, c] });
    expect(asRows(arrangePosts([], posts('a')))).toEqual({ recent: [a] });
    expect(asRows(arrangePosts(posts('b', 'd'), posts('a', 'b', 'c')))).toEqual({
      featured: [b, d],
      recent: [a, c],
    });
    expect(asRows(arrangePosts([], []))).toEqual({ recent: [] });
  });

  it('may be none', () => {
    expect(arrangePosts([], [])).toEqual({ recent: [] });
  });
});

it('series on the home page are those with the newest posts', async () => {
  const database = await testDatabase();
  const add = async (title: string, day: number) => {
    const { id } = await makePost(database, { createdAt: new Date(Date.UTC(2026, 0, day)) });
    const place = { slug: title.toLowerCase(), title, position: day };
    await database.transaction((tx) => saveSeriesOf(tx, id, place));
  };
  for (const [day, title] of ['Ink', 'Paper', 'Type', 'Ink'].entries()) await add(title, day + 1);
  expect(await listLatestSeries(database.read, { ofPosts: 100, limit: 2 })).toEqual([
    { slug: 'ink', title: 'Ink', posts: 2 },
    { slug: 'type', title: 'Type', posts: 1 },
  ]);
});

it('tags on the home page are the most frequent ones of the newest posts', async () => {
  const database = await testDatabase();
  const add = async (day: number, ...slugs: string[]) => {
    const { id } = await makePost(database, { createdAt: new Date(Date.UTC(2026, 0, day)) });
    const given = slugs.map((slug) => ({ slug, label: slug.toUpperCase() }));
    await database.transaction((tx) => saveTagsOf(tx, id, given));
    return id;
  };
  await add(1, 'old');
  const changed = await add(2, 'ink', 'former');
  await add(3, 'ink', 'paper');
  await database.transaction((tx) => saveTagsOf(tx, changed, [{ slug: 'ink', label: 'INK' }]));
  expect(await listLatestTags(database.read, { ofPosts: 2, limit: 9 })).toEqual([
    { slug: 'ink', label: 'INK' },
    { slug: 'paper', label: 'PAPER' },
  ]);
});
