import type { Db } from '../../db/client.ts';
import type { DocumentCard, DocumentRow } from '../../db/queries/documents.ts';
import { findPostTitles } from '../../db/queries/posts.ts';
import type { RevisionCard, RevisionRow } from '../../db/queries/revisions.ts';
import { seriesSlugs } from '../../db/queries/series.ts';
import { addressOf } from '../contract/addresses.ts';
import type {
  Document,
  ListedDocument,
  Revision,
  RevisionContent,
  Seo,
} from '../contract/documents.ts';
import { seriesSlug } from '../post-fields/series.ts';
import { slugOf } from '../post-fields/slug.ts';
import { isPublic } from './status.ts';

/** Returns the address of a document, or the one it would get. */
export function slugFor({ slug, title }: Pick<DocumentRow, 'slug' | 'title'>): string {
  return slug.replace('/', '') || (title && slugOf(title));
}

export function toSeo({ seo, noindex }: Pick<DocumentRow, 'seo' | 'noindex'>): Seo {
  return { title: '', description: '', canonical: '', image: '', ...seo, noindex };
}

/** Slugs of series, by title. */
type SeriesSlugs = ReadonlyMap<string, string>;

/** Returns the slugs of the documents' series, or those that new ones would get. */
export async function findSlugsOfSeries(
  db: Db,
  rows: readonly Pick<DocumentRow, 'series'>[],
): Promise<SeriesSlugs> {
  const titles = new Set(rows.map(({ series }) => series).filter(Boolean));
  return await seriesSlugs(db, [...titles], seriesSlug);
}

function toFields(
  row: Omit<DocumentRow, 'content' | 'text'>,
  slugs: SeriesSlugs,
): Omit<Document, 'content' | 'address'> {
  const { series, seriesPosition: position } = row;
  return {
    _id: row.id,
    postId: isPublic(row) ? row.id : null,
    userId: row.userId,
    kind: row.kind,
    title: row.title,
    category: row.category,
    ...(row.categoryLabel && { categoryLabel: row.categoryLabel }),
    image: row.image,
    imageAlt: row.imageAlt,
    imageFocus: row.imageFocus,
    language: row.language,
    tags: row.tags.map(({ label }) => label),
    slug: slugFor(row),
    status: row.status,
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    revision: row.revision,
    publishedRevision: isPublic(row) ? row.publishedRevision : null,
    seo: toSeo(row),
    series: series === '' ? null : { slug: slugs.get(series) ?? '', title: series, position },
    featured: row.isFeatured,
    trashedAt: row.trashedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export async function toDocument(db: Db, row: DocumentRow): Promise<Document> {
  const [slugs, [shown]] = await Promise.all([
    findSlugsOfSeries(db, [row]),
    isPublic(row) ? findPostTitles(db, [row.id]) : [],
  ]);
  const address = shown ? addressOf(shown.slug) : null;
  return { ...toFields(row, slugs), address, content: row.content };
}

export function toListed(row: DocumentCard, slugs: SeriesSlugs): ListedDocument {
  const { author, comments, commentsClosed, views, publicSlug } = row;
  const address = publicSlug === null ? null : addressOf(publicSlug);
  return { ...toFields(row, slugs), address, author, comments, commentsClosed, views };
}

/** Returns the timeline. The rows have running totals; each entry has the difference. */
export function toRevisions(rows: readonly RevisionCard[]): Revision[] {
  return rows.map((row, index) => toRevision(row, rows[index + 1]));
}

type Totals = Pick<RevisionRow, 'added' | 'removed'>;

function toRevision(row: RevisionCard, before: Totals = { added: 0, removed: 0 }): Revision {
  return {
    number: row.number,
    kind: row.kind,
    name: row.name,
    userId: row.userId,
    author: row.author,
    createdAt: row.createdAt.toISOString(),
    added: row.added - before.added,
    removed: row.removed - before.removed,
  };
}

export function toRevisionContent(row: RevisionRow & { author: string | null }): RevisionContent {
  const { title, content, meta } = row;
  return {
    ...toRevision(row, { added: row.added, removed: row.removed }),
    title,
    content,
    category: meta.category,
    image: meta.image,
    imageAlt: meta.imageAlt,
    // Versions of earlier releases don't have these two.
    imageFocus: meta.imageFocus ?? '',
    language: meta.language ?? '',
    tags: meta.tags.map(({ label }) => label),
  };
}
