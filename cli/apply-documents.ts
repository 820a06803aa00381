import { isPageSlug } from '../api/contract/addresses.ts';
import { saveRevisionOf } from '../api/documents/write.ts';
import type { Db } from '../db/client.ts';
import {
  type DocumentRow,
  findDocument,
  insertDocument,
  type NewDocumentRow,
  updateDocument,
} from '../db/queries/documents.ts';
import { isPathTaken } from '../db/queries/pages.ts';
import { findAnyPost, hidePost } from '../db/queries/posts-table.ts';
import { addRedirectIfFree } from '../db/queries/redirects.ts';
import { saveRevision } from '../db/queries/revisions.ts';
import { addViews } from '../db/queries/views.ts';
import type { DocumentRecord } from './document-records.ts';
import { withStored } from './import/pictures/addresses.ts';

/** Writes the parts of documents that posts and comments don't have. */
export interface DocumentWriter {
  idOf(userId: string): string;
  /** This import has inserted the post, with a document that the record replaces. */
  isOfNewPost: boolean;
  /** New addresses of pictures from other sites, by the old ones. */
  pictures: ReadonlyMap<string, string>;
  /** Writes a post as a public one. */
  writePost(record: NonNullable<DocumentRecord['hidden']>): Promise<void>;
}

/** Writes a document, unless there's a newer one. */
export async function applyDocument(
  tx: Db,
  record: DocumentRecord,
  { idOf, isOfNewPost, writePost, pictures }: DocumentWriter,
): Promise<'added' | 'updated' | 'unchanged'> {
  const current = isOfNewPost ? undefined : await findDocument(tx, record.id);
  if (current && current.updatedAt.getTime() >= record.updatedAt)
    return await keep(tx, current, pictures);
  if (record.hidden && !(await findAnyPost(tx, record.id))) {
    await writePost(record.hidden);
    await hidePost(tx, record.id);
  }
  const row = await rowOf(tx, record, current, idOf);
  // The document also changed here since the export: the versions here keep their numbers.
  const isBehind = current !== undefined && (row.revision ?? 1) < current.revision;
  const { publishedRevision } = current ?? {};
  const next = isBehind ? { revision: current.revision + 1, publishedRevision } : {};
  if (current || isOfNewPost) await updateDocument(tx, record.id, { ...row, ...next });
  else await insertDocument(tx, row);
  for (const revision of isBehind ? [] : record.revisions) {
    const createdAt = new Date(revision.createdAt);
    const userId = idOf(revision.userId);
    await saveRevision(tx, { ...revision, documentId: record.id, userId, createdAt });
  }
  for (const from of record.redirects) await addRedirectIfFree(tx, from, record.id, new Date());
  // Don't add them again when a file is imported twice.
  const views = record.views.map(([day, count]) => ({ day, postId: record.id, views: count }));
  if (!current) await addViews(tx, views);
  return current ? 'updated' : 'added';
}

/** Only replaces pictures that an earlier import left on the other site. */
async function keep(
  tx: Db,
  current: DocumentRow,
  pictures: DocumentWriter['pictures'],
): Promise<'updated' | 'unchanged'> {
  const { content, image } = withStored(current, pictures);
  if (content === current.content && image === current.image) return 'unchanged';
  await saveRevisionOf(tx, current, { content, image }, { userId: current.userId, at: new Date() });
  return 'updated';
}

/** A document is a page if its post is one. No two pages share a path. */
async function placeOf(
  tx: Db,
  { id, kind: given = 'post', slug = '' }: DocumentRecord['document'],
  current: string | undefined,
) {
  const isPage = current === undefined ? given === 'page' : isPageSlug(current);
  if (!isPage) return { kind: 'post' as const, slug: isPageSlug(slug) ? (current ?? '') : slug };
  const isFree = isPageSlug(slug) && !(await isPathTaken(tx, slug, id as string));
  return { kind: 'page' as const, slug: isFree ? slug : (current ?? '') };
}

/** A document has the same kind as its post. */
async function rowOf(
  tx: Db,
  { document }: DocumentRecord,
  current: DocumentRow | undefined,
  idOf: DocumentWriter['idOf'],
): Promise<NewDocumentRow> {
  const id = document.id as string;
  const found = await findAnyPost(tx, id);
  const isHidden = found?.isHidden ?? false;
  const isPublic = found !== undefined && !isHidden;
  const date = (at: number | null) => (at === null ? null : new Date(at));
  const times = {
    createdAt: new Date(document.createdAt ?? 0),
    updatedAt: new Date(document.updatedAt ?? 0),
    scheduledAt: date(document.scheduledAt),
    publishedAt: date(document.publishedAt),
    publishedFor: date(document.publishedFor),
    trashedAt: date(document.trashedAt),
  };
  const place = await placeOf(tx, document, found?.post.slug);
  const row = { ...document, ...times, ...place, userId: idOf(document.userId) };
  const isShown = row.status === 'published' || row.status === 'changed';
  if (isPublic && !isShown && row.status !== 'scheduled') {
    const publishedRevision = row.publishedRevision ?? current?.publishedRevision ?? row.revision;
    return { ...row, status: 'changed', publishedRevision, trashedAt: null, trashedFrom: null };
  }
  if (isShown && isHidden) return { ...row, status: 'unpublished', publishedRevision: null };
  if (isShown && !isPublic) return { ...row, status: 'draft', publishedRevision: null };
  return isPublic || isHidden ? row : { ...row, publishedRevision: null };
}
