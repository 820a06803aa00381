import { and, asc, eq, gt, ne, or } from 'drizzle-orm';
import type { Database, Db } from './database.ts';
import type { LabelTable } from './queries/labels.ts';
import { BATCH_SIZE } from './queries/query.ts';
import { findRevision } from './queries/revisions.ts';
import { findSeriesOfAll, type PostSeries, saveSeriesOf } from './queries/series.ts';
import { getSetting, setSetting } from './queries/settings.ts';
import { findTagsOfAll, saveTagsOf } from './queries/tags.ts';
import { categories, documents, type StoredTag, series, tags } from './schema.ts';
import { normalForm } from './words.ts';

// Up to version 0.7, slugs identified tags and series, so 历史 and 理事 were the same tag.
// Documents still have the labels as typed.

const DONE = 'label-keys';

type Row = Pick<
  typeof documents.$inferSelect,
  'seq' | 'id' | 'revision' | 'publishedRevision' | 'tags' | 'series' | 'seriesPosition'
>;

/** Gives labels of earlier versions a key, and their posts the right labels. Runs only once. */
export async function keyLabels(database: Database): Promise<void> {
  if ((await getSetting(database.read, DONE)) !== undefined) return;
  await database.transaction(async (tx) => {
    await fillKeys(tx, tags, tags.label);
    await fillKeys(tx, series, series.title);
    await fillKeys(tx, categories, categories.label);
  });
  for (let last: number | undefined = 0; last !== undefined; ) {
    const after: number = last;
    const rows = await database.transaction((tx) => separateLabels(tx, after));
    last = rows.at(-1)?.seq;
  }
  await database.transaction((tx) => setSetting(tx, DONE, 'done'));
}

/** If labels have the same normal form, the first by slug gets the key. The others have none. */
async function fillKeys(
  tx: Db,
  table: LabelTable,
  label: typeof tags.label | typeof series.title | typeof categories.label,
): Promise<void> {
  const { slug } = table;
  const rows = await tx.select({ slug, label, key: table.key }).from(table).orderBy(asc(slug));
  const taken = new Set(rows.map(({ key }) => key));
  for (const row of rows) {
    const key = normalForm(row.label);
    if (row.key !== null || taken.has(key)) continue;
    taken.add(key);
    await tx.update(table).set({ key }).where(eq(slug, row.slug));
  }
}

/** Gives the posts of the next documents their tags and series as typed. */
async function separateLabels(tx: Db, after: number): Promise<Row[]> {
  const { seq, id, revision, publishedRevision, seriesPosition } = documents;
  const labels = { tags: documents.tags, series: documents.series, seriesPosition };
  const rows = await tx
    .select({ seq, id, revision, publishedRevision, ...labels })
    .from(documents)
    .where(and(gt(seq, after), or(ne(documents.tags, []), ne(documents.series, ''))))
    .orderBy(asc(seq))
    .limit(BATCH_SIZE);
  const ids = rows.map((row) => row.id);
  const [ofTags, ofSeries] = await Promise.all([findTagsOfAll(tx, ids), findSeriesOfAll(tx, ids)]);
  for (const row of rows) {
    const shown = { tags: ofTags.get(row.id) ?? [], series: ofSeries.get(row.id) };
    if (shown.tags.some((tag) => isOther(tag.label, labelFor(tag, row.tags)))) {
      await separateTags(tx, row, shown.tags);
    }
    if (shown.series && row.series !== '' && isOther(shown.series.title, row.series)) {
      await separateSeries(tx, row, shown.series);
    }
  }
  return rows;
}

const labelFor = ({ slug, label }: StoredTag, typed: readonly StoredTag[]) =>
  typed.find((tag) => tag.slug === slug)?.label ?? label;

const isOther = (a: string, b: string) => normalForm(a) !== normalForm(b);

/** Labels that differ only in punctuation were one tag or series, and remain one. */
const isSpelling = (a: string, b: string) => !isOther(lettersOf(a), lettersOf(b));

const lettersOf = (label: string) => label.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

async function separateTags(tx: Db, row: Row, shown: readonly StoredTag[]): Promise<void> {
  const spelled = (typed: readonly StoredTag[]) =>
    typed.map((tag) => {
      const label = shown.find(({ slug }) => slug === tag.slug)?.label ?? tag.label;
      return isSpelling(label, tag.label) ? { ...tag, label } : tag;
    });
  const own = spelled(row.tags);
  await tx.update(documents).set({ tags: own }).where(eq(documents.id, row.id));
  const { publishedRevision: published, revision } = row;
  if (published === null) return;
  const version = published === revision ? undefined : await findRevision(tx, row.id, published);
  await saveTagsOf(tx, row.id, version ? spelled(version.meta.tags) : own);
}

async function separateSeries(tx: Db, row: Row, shown: PostSeries): Promise<void> {
  if (isSpelling(shown.title, row.series)) {
    await tx.update(documents).set({ series: shown.title }).where(eq(documents.id, row.id));
  } else if (row.publishedRevision === row.revision) {
    const { series: title, seriesPosition: position } = row;
    await saveSeriesOf(tx, row.id, { slug: shown.slug, title, position });
  }
}
