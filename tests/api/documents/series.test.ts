import { expect, it } from 'vitest';
import { desk } from './support.ts';

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
