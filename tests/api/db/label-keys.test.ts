import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { keyLabels } from '../../../db/label-keys.ts';
import { findSeriesOf } from '../../../db/queries/series.ts';
import { getSetting, takeSetting } from '../../../db/queries/settings.ts';
import { findTagsOf } from '../../../db/queries/tags.ts';
import { categories, documents, postTags, series, seriesPosts, tags } from '../../../db/schema.ts';
import { type Desk, desk } from '../documents/support.ts';

/** Changes the rows to what versions up to 0.7 would have written: one tag and series per slug. */
async function makeOld({ database }: Desk): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [slug, first] of [
      ['li-shi-2', 'li-shi'],
      ['node-js-2', 'node-js'],
    ] as const) {
      await tx.update(postTags).set({ tag: first }).where(eq(postTags.tag, slug));
      await tx.update(seriesPosts).set({ series: first }).where(eq(seriesPosts.series, slug));
      await tx.delete(tags).where(eq(tags.slug, slug));
      await tx.delete(series).where(eq(series.slug, slug));
    }
    for (const table of [tags, series, categories]) await tx.update(table).set({ key: null });
    await takeSetting(tx, 'label-keys');
  });
}

test('labels that earlier versions merged are separated, and slugs don’t change', async () => {
  const site = await desk();
  const { database, published, post } = site;
  const a = await published({ tags: ['历史', 'Node.js'], series: { title: 'Node.js' } });
  const b = await published({ tags: ['理事', 'Node JS'], series: { title: 'Node JS' } });
  const c = await published({ tags: ['理事'], series: { title: '历史' } });
  const d = await published({ tags: ['Web'], series: { title: '理事' } });
  await post(`update/${c._id}`, { revision: 1, tags: ['Changed privately'] });
  await makeOld(site);
  await keyLabels(database);

  const labels = async (id: string) =>
    (await findTagsOf(database.read, id)).map(({ slug, label }) => `${label} ${slug}`);
  expect(await labels(a._id)).toEqual(['历史 li-shi', 'Node.js node-js']);
  expect(await labels(b._id)).toEqual(['理事 li-shi-2', 'Node.js node-js']);
  expect(await labels(c._id)).toEqual(['理事 li-shi-2']);
  expect(await labels(d._id)).toEqual(['Web web']);
  const seriesOf = async (id: string) => (await findSeriesOf(database.read, id))?.slug;
  expect(await seriesOf(b._id)).toBe('node-js');
  expect(await seriesOf(c._id)).toBe('li-shi');
  expect(await seriesOf(d._id)).toBe('li-shi-2');

  // Publishing again changes nothing.
  await post(`publish/${b._id}`, { revision: 1 });
  expect(await labels(b._id)).toEqual(['理事 li-shi-2', 'Node.js node-js']);
  expect(await seriesOf(b._id)).toBe('node-js');
});

test('if equal labels have two slugs, one of them gets no key', async () => {
  const { database } = await desk();
  await database.transaction(async (tx) => {
    await tx.insert(tags).values([
      { slug: 'elka', label: 'елка' },
      { slug: 'yolka', label: 'ёлка' },
    ]);
    await takeSetting(tx, 'label-keys');
  });
  await keyLabels(database);
  const { slug, key } = tags;
  expect(await database.read.select({ slug, key }).from(tags).orderBy(asc(slug))).toEqual([
    { slug: 'elka', key: 'елка' },
    { slug: 'yolka', key: null },
  ]);
});

test('if a start is interrupted, the next start finishes the work', async () => {
  const site = await desk();
  const { database, published } = site;
  await published({ tags: ['历史'] });
  const b = await published({ tags: ['理事'] });
  await makeOld(site);
  const { transaction } = database;
  let calls = 0;
  const stopped = {
    ...database,
    transaction: <T>(work: Parameters<typeof transaction<T>>[0]) =>
      calls++ === 1 ? Promise.reject(new Error('stopped')) : transaction(work),
  };
  await expect(keyLabels(stopped)).rejects.toThrow('stopped');
  expect(await getSetting(database.read, 'label-keys')).toBeUndefined();
  await keyLabels(database);
  expect(await findTagsOf(database.read, b._id)).toEqual([{ slug: 'li-shi-2', label: '理事' }]);
  expect(await database.read.select().from(documents)).toHaveLength(2);
});
