import { describe, expect, it } from 'vitest';
import type { Document } from '../../../api/contract/documents.ts';
import { publishScheduled } from '../../../api/documents/publish-one-due.ts';
import { listSeries } from '../../../db/queries/series.ts';
import type { UserRow } from '../../../db/queries/users.ts';
import { type Desk, desk, FIELDS } from './support.ts';

it('a series in other letters is the same series, and counts on', async () => {
  const { draft, call, author } = await desk();
  const first = await draft({ series: { title: 'Rust by night' } });
  const second = await draft({ series: { title: 'RUST by Night' } });
  expect([first.series?.position, second.series?.position]).toEqual([1, 2]);
  expect(second.series?.slug).toBe(first.series?.slug);
  const json = { revision: 1, series: { title: 'Rust by Night' } };
  const { body } = await call(`PUT /api/document/update/${first._id}`, { json, as: author });
  expect(body.series).toMatchObject({ title: 'Rust by Night', position: 1 });
});

it('series with different symbols are different series', async () => {
  const { published } = await desk();
  const titles = ['C', 'C++', 'C#', '🎉', '✨', '🎉✨', 'Post'];
  const slugs = new Set<string | undefined>();
  for (const title of titles) {
    const { series } = await published({ title: 'Part', series: { title } });
    expect(series).toMatchObject({ title, position: 1 });
    expect(series?.slug).toMatch(/^[a-z0-9-]{1,80}$/);
    slugs.add(series?.slug);
  }
  expect(slugs.size).toBe(titles.length);
});

describe('the suggested place in a series', () => {
  it('doesn’t count drafts of other authors', async () => {
    const { draft, post, other } = await desk();
    await draft({ series: { title: 'Secret plans', position: 41 } });
    const guess = (as: UserRow) => post('create', { series: { title: 'Secret plans' } }, as);
    expect((await guess(other)).body.series.position).toBe(1);
    expect((await guess(other)).body.series.position).toBe(2);
  });

  it('counts public posts and the user’s own drafts', async () => {
    const { draft, published, post, other, editor } = await desk();
    await published({ series: { title: 'Rust', position: 3 } });
    const guess = async (as: UserRow) =>
      (await post('create', { series: { title: 'Rust' } }, as)).body.series.position;
    expect(await guess(other)).toBe(4);
    await draft({ series: { title: 'Rust', position: 7 } });
    expect(await guess(other)).toBe(5);
    expect(await guess(editor)).toBe(8);
  });
});

describe('the title of a series', () => {
  /** Publishes a post in a series, and returns the title that the site shows. */
  async function publishIn(site: Desk, title: string, as: UserRow, at?: string) {
    const json = { ...FIELDS, series: { title } };
    const { _id } = (await site.post('create', json, as)).body;
    const { body } = await site.post(`publish/${_id}`, { revision: 1, at }, as);
    const [shown] = await listSeries(site.database.read);
    return { id: _id as string, shown: shown?.title, document: body.document as Document };
  }

  it('stays when an author publishes in a series with posts of others', async () => {
    const site = await desk();
    await publishIn(site, 'Rust by night', site.author);
    const { shown, document } = await publishIn(site, 'RUST BY NIGHT', site.other);
    expect(shown).toBe('Rust by night');
    expect(document.series).toMatchObject({ title: 'Rust by night', position: 2 });
  });

  it('stays when such a post was scheduled', async () => {
    let offset = 0;
    const site = await desk({ services: { now: () => new Date(Date.now() + offset) } });
    await publishIn(site, 'Rust by night', site.author);
    const at = new Date(Date.now() + 60_000).toISOString();
    const { id } = await publishIn(site, 'RUST BY NIGHT', site.other, at);
    offset = 61_000;
    await publishScheduled(site.services, id);
    expect((await site.read(id)).status).toBe('published');
    expect(await listSeries(site.database.read)).toMatchObject([
      { title: 'Rust by night', posts: 2 },
    ]);
  });

  it('stays when such a post returns from the trash', async () => {
    const site = await desk();
    const { id } = await publishIn(site, 'RUST BY NIGHT', site.other);
    await site.post(`trash/${id}`, {}, site.other);
    await publishIn(site, 'Rust by night', site.author);
    await site.post(`restore/${id}`, {}, site.other);
    expect(await listSeries(site.database.read)).toMatchObject([
      { title: 'Rust by night', posts: 2 },
    ]);
  });

  it('the title of a series can be changed by its only author, and by editors', async () => {
    const site = await desk();
    await publishIn(site, 'Rust by night', site.author);
    expect((await publishIn(site, 'Rust by Night', site.author)).shown).toBe('Rust by Night');
    expect((await publishIn(site, 'RUST by Night', site.editor)).shown).toBe('RUST by Night');
  });
});
