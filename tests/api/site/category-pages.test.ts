import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAuthorIndex, listSeriesIndex } from '../../../db/queries/list-indexes.ts';
import { countInList, findMemberships } from '../../../db/queries/post-lists.ts';
import { findPostById } from '../../../db/queries/posts.ts';
import { findAnyPost, hidePost } from '../../../db/queries/posts-table.ts';
import { saveSeriesOf } from '../../../db/queries/series.ts';
import {
  allListPaths,
  changedListPaths,
  commentListPaths,
  listRange,
  pageNumber,
} from '../../../src/lib/post-lists.ts';
import { GET as categoryFeed } from '../../../src/pages/category/[slug]/rss.xml.ts';
import { makePost, makeUser, readFeed } from '../../support/database.ts';
import { expectValidRss } from '../../support/feeds.ts';
import { type Desk, desk } from '../documents/support.ts';

let site: Desk;
beforeEach(async () => {
  site = await desk();
  vi.stubGlobal('pagesDatabase', Promise.resolve(site.database));
});

const feedOf = (slug: string) =>
  categoryFeed({ params: { slug } } as unknown as Parameters<typeof categoryFeed>[0]);

describe('a category', () => {
  it('has a page and a feed as a tag has', async () => {
    const { _id } = await site.published({ category: 'reactjs' });
    const { read } = site.database;
    expect(await allListPaths(read)).toEqual([
      '/category/reactjs',
      '/category/reactjs/rss.xml',
      `/author/${site.author.username}`,
      `/author/${site.author.username}/rss.xml`,
    ]);
    const response = await feedOf('reactjs');
    const xml = await (response as Response).text();
    expectValidRss(xml, 'http://localhost:4321/category/reactjs/rss.xml');
    expect(xml).toContain('<title>React.js – Inkwell</title>');
    const post = await findPostById(read, _id);
    if (!post) throw new Error('The post is missing');
    expect(await commentListPaths(read, post)).toContain('/category/reactjs');
  });

  it('has no feed without posts, and posts without a category have none', async () => {
    await makePost(site.database);
    expect(((await feedOf('uncategorized')) as Response).status).toBe(404);
    expect(((await feedOf('css')) as Response).status).toBe(404);
  });

  it.each(['0', '01', '-1', '1e1', 'rss', '99999', '999999'])(
    'has no page of older posts at "%s", which is the number of none',
    (given) => {
      expect(listRange(100, pageNumber(given))).toBeNull();
      expect(listRange(100, pageNumber('3'))).toEqual({ startIndex: 28, limit: 24 });
    },
  );

  it('has its pages written again when a post enters, changes or leaves the site', async () => {
    const { _id } = await site.published({ category: 'reactjs' });
    const { read } = site.database;
    const changed = async () =>
      await changedListPaths(read, await findMemberships(read, _id), await findAnyPost(read, _id));
    const own = ['/category/reactjs', '/category/reactjs/rss.xml', '/tags', '/authors'];
    expect(await changed()).toEqual(expect.arrayContaining(own));
    await site.database.transaction((tx) => hidePost(tx, _id));
    expect(await changed()).toEqual(expect.arrayContaining(own));
    expect(await countInList(read, { category: 'reactjs' })).toBe(0);
  });

  it('has its pages written again when a post moves to another category', async () => {
    const older = await site.published({ title: 'Older', category: 'css' });
    const moved = await site.published({ title: 'Moved', category: 'css' });
    const newer = await site.published({ title: 'Newer', category: 'css' });
    const move = async (id: string, category: string) => {
      const before = (await readFeed(site.database)).length;
      const { revision } = await site.read(id);
      const json = { category, revision };
      const line = `PUT /api/document/update/${id}`;
      const saved = await site.call(line, { json, as: site.author });
      await site.post(`publish/${id}`, { revision: saved.body.revision });
      return (await readFeed(site.database)).slice(before).map(({ postId, isBulk }) => ({
        postId,
        isBulk,
      }));
    };
    expect(await move(moved._id, 'html')).toEqual([
      { postId: older._id, isBulk: true },
      { postId: moved._id, isBulk: false },
    ]);
    // The oldest one leaves: its only neighbor is newer.
    expect(await move(older._id, 'html')).toContainEqual({ postId: newer._id, isBulk: true });
    // The last one leaves: the publisher deletes the page.
    expect(await move(newer._id, 'html')).toEqual([{ postId: newer._id, isBulk: false }]);
  });
});

describe('the pages that list all series and authors', () => {
  it('list the series with the newest parts first', async () => {
    const { database } = site;
    for (const [slug, day] of [
      ['a', 1],
      ['b', 3],
      ['a', 2],
    ] as const) {
      const createdAt = new Date(Date.UTC(2026, 0, day));
      const { id } = await makePost(database, { createdAt });
      const place = { slug, title: slug.toUpperCase(), position: day };
      await database.transaction((tx) => saveSeriesOf(tx, id, place));
    }
    const [b, a] = ['b', 'a'].map((slug) => ({ slug, title: slug.toUpperCase() }));
    expect(await listSeriesIndex(database.read, 9)).toEqual([
      { ...b, posts: 1, newest: new Date('2026-01-03') },
      { ...a, posts: 2, newest: new Date('2026-01-02') },
    ]);
    expect(await listSeriesIndex(database.read, 1)).toHaveLength(1);
  });

  it('list only users with public posts, and nothing private', async () => {
    const { database } = site;
    const bio = 'Writes about ink.';
    const busy = await makeUser(database, { username: 'Busy', bio, email: 'busy@example.com' });
    await makeUser(database, { username: 'Silent' });
    for (let n = 0; n < 2; n++) await makePost(database, { userId: busy.id });
    await site.published();
    const authors = await listAuthorIndex(database.read, 9);
    expect(authors.map(({ username, posts }) => [username, posts])).toEqual([
      ['Busy', 2],
      [site.author.username, 1],
    ]);
    expect(JSON.stringify(authors)).not.toContain('@example.com');
    expect(authors[0]?.bio).toBe(bio);
  });
});
