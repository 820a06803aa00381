import { beforeEach, describe, expect, it } from 'vitest';
import { findCategoryLabels } from '../../../db/queries/categories.ts';
import { findSeriesOf } from '../../../db/queries/series.ts';
import { findTagsOf } from '../../../db/queries/tags.ts';
import { type Desk, desk, FIELDS } from './support.ts';

let site: Desk;
beforeEach(async () => {
  site = await desk();
});

const tagsOf = async ({ _id }: { _id: string }) =>
  (await findTagsOf(site.database.read, _id)).map(({ slug, label }) => `${label} ${slug}`);

/** Returns the titles of the posts that `getposts` finds. */
async function tagged(tag: string): Promise<string[]> {
  const { body } = await site.call(`GET /api/post/getposts?tag=${encodeURIComponent(tag)}`);
  return body.posts.map(({ title }: { title: string }) => title);
}

describe('tags with the same romanization', () => {
  it('are two tags when two posts have them', async () => {
    const a = await site.published({ title: 'A', tags: ['历史'] });
    const b = await site.published({ title: 'B', tags: ['理事'] });
    expect(await tagsOf(a)).toEqual(['历史 li-shi']);
    expect(await tagsOf(b)).toEqual(['理事 li-shi-2']);
    expect(await tagged('li-shi')).toEqual(['A']);
    expect(await tagged('li-shi-2')).toEqual(['B']);
    expect(await tagged('历史')).toEqual(['A']);
    expect(await tagged('理事')).toEqual(['B']);
  });

  it('are two tags when one post has both', async () => {
    const post = await site.published({ tags: ['事实', '实施', 'йог', 'иог'] });
    expect(post.tags).toEqual(['事实', '实施', 'йог', 'иог']);
    const slugs = ['shi-shi', 'shi-shi-2'];
    expect((await tagsOf(post)).slice(0, 2)).toEqual([`事实 ${slugs[0]}`, `实施 ${slugs[1]}`]);
    expect(await tagsOf(post)).toHaveLength(4);
  });

  it('keep their slugs when a post is published again', async () => {
    await site.published({ tags: ['历史'] });
    const b = await site.published({ tags: ['理事'] });
    await site.post(`publish/${b._id}`, { revision: b.revision });
    expect(await tagsOf(b)).toEqual(['理事 li-shi-2']);
  });

  it('stay apart in suggestions and lists of drafts', async () => {
    await site.published({ title: 'A', tags: ['历史'] });
    await site.draft({ title: 'B', tags: ['理事'] });
    await site.draft({ title: 'C', tags: ['利市', 'LISHI'] });
    const { body } = await site.call('GET /api/document/tags', { as: site.author });
    const { tags } = body as { tags: { slug: string; label: string; posts: number }[] };
    expect(tags.map(({ label }) => label).toSorted()).toEqual(['LISHI', '利市', '历史', '理事']);
    expect(new Set(tags.map(({ slug }) => slug)).size).toBe(4);
    for (const [label, title] of [
      ['历史', 'A'],
      ['理事', 'B'],
      ['利市', 'C'],
    ]) {
      const slug = tags.find((tag) => tag.label === label)?.slug;
      for (const tag of [slug, label]) {
        const line = `GET /api/document/getdocuments?tag=${encodeURIComponent(tag ?? '')}`;
        const found = (await site.call(line, { as: site.author })).body.documents;
        expect(found.map((each: { title: string }) => each.title)).toEqual([title]);
      }
    }
  });

  it('are two tags when both are created at once', async () => {
    const labels = ['历史', '理事', '利市', '历史', '理事', '利市'];
    const posts = await Promise.all(labels.map((label) => site.published({ tags: [label] })));
    const bySlug = new Map<string, string>();
    for (const post of posts) {
      const [tag] = await findTagsOf(site.database.read, post._id);
      expect(tag?.label).toBe(post.tags[0]);
      expect(bySlug.get(tag?.slug ?? '') ?? tag?.label).toBe(tag?.label);
      bySlug.set(tag?.slug ?? '', tag?.label ?? '');
    }
    expect([...bySlug.keys()].toSorted()).toEqual(['li-shi', 'li-shi-2', 'li-shi-3']);
  });
});

it.each([
  ['Straße', 'STRASSE'],
  ['Café', 'Cafe\u0301'],
  ['Łódź', 'lodz'],
  ['ёлка', 'Елка'],
  ['ﬁnal', 'Final'],
  ['Đà Nẵng', 'da nang'],
  ['مُحَمَّد', 'محمد'],
  ['한국어', '한국어'.normalize('NFD')],
  ['zero\u200bwidth', 'zerowidth'],
])('%s and %s are one tag', async (first, second) => {
  const { tags, _id } = await site.published({ tags: [first] });
  const other = await site.published({ tags: [second, first] });
  expect(other.tags).toHaveLength(1);
  const [tag] = await findTagsOf(site.database.read, other._id);
  expect([tag]).toEqual(await findTagsOf(site.database.read, _id));
  expect(tag?.label).toBe(tags[0]);
});

describe('series with the same romanization', () => {
  it('are two series with separate positions', async () => {
    const a = await site.published({ series: { title: '历史' } });
    const b = await site.published({ series: { title: '理事' } });
    const c = await site.published({ series: { title: '理事' } });
    const { read } = site.database;
    expect(await findSeriesOf(read, a._id)).toEqual({ slug: 'li-shi', title: '历史', position: 1 });
    expect(await findSeriesOf(read, b._id)).toMatchObject({ slug: 'li-shi-2', position: 1 });
    expect(await findSeriesOf(read, c._id)).toMatchObject({ slug: 'li-shi-2', position: 2 });
    expect([a, b, c].map(({ series }) => series?.slug)).toEqual(['li-shi', 'li-shi-2', 'li-shi-2']);
    const d = await site.draft({ series: { title: '利市' } });
    expect(d.series?.slug).toBe('li-shi-3');
    const list = await site.call('GET /api/document/getdocuments?sort=asc', { as: site.author });
    const slugs = list.body.documents.map((each: typeof d) => each.series?.slug);
    expect(slugs.toSorted()).toEqual(['li-shi', 'li-shi-2', 'li-shi-2', 'li-shi-3']);
    const { body } = await site.call('GET /api/document/series', { as: site.author });
    expect(body.series).toHaveLength(3);
  });
});

describe('category labels with the same romanization', () => {
  const create = async (category: string, categoryLabel: string) => {
    const json = { ...FIELDS, category, categoryLabel };
    return (await site.call('POST /api/post/create', { json, as: site.admin })).body;
  };

  it('are two categories', async () => {
    expect(await create('li-shi', '历史')).toMatchObject({ category: 'li-shi' });
    const second = { category: 'li-shi-2', categoryLabel: '理事' };
    expect(await create('li-shi', '理事')).toMatchObject(second);
    expect(await create('li-shi', '理事')).toMatchObject(second);
    expect(await create('li-shi-2', '理事')).toMatchObject(second);
    const labels = await findCategoryLabels(site.database.read, ['li-shi', 'li-shi-2']);
    expect([...labels]).toEqual([
      ['li-shi', '历史'],
      ['li-shi-2', '理事'],
    ]);
  });

  it('are two categories when both are created at once', async () => {
    const posts = await Promise.all(['历史', '理事'].map((label) => create('li-shi', label)));
    expect(posts.map(({ category }) => category).toSorted()).toEqual(['li-shi', 'li-shi-2']);
    expect(posts.map(({ categoryLabel }) => categoryLabel)).toEqual(['历史', '理事']);
  });

  it('are one category when they differ only in spelling', async () => {
    expect(await create('web-dev', 'Web Dev')).toMatchObject({ category: 'web-dev' });
    expect(await create('web-dev', 'Web-Dev')).toMatchObject({ category: 'web-dev' });
    expect(await create('top-10', 'Top')).toMatchObject({ category: 'top-10' });
  });
});
