import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, previewLinks } from '../schema.ts';
import type { DocumentRow } from './documents.ts';

export type PreviewLinkRow = typeof previewLinks.$inferSelect;

export async function insertPreviewLink(tx: Db, row: PreviewLinkRow): Promise<void> {
  await tx.insert(previewLinks).values(row);
}

/** Deletes all links of a document. */
export async function deletePreviewLinks(tx: Db, documentId: string): Promise<void> {
  await tx.delete(previewLinks).where(eq(previewLinks.documentId, documentId));
}

/** Returns the document that a link shows, and who made the link. */
export async function findPreviewed(
  db: Db,
  idHash: string,
  now: Date,
): Promise<{ document: DocumentRow; userId: string } | undefined> {
  const [row] = await db
    .select({ document: documents, userId: previewLinks.userId })
    .from(previewLinks)
    .innerJoin(documents, eq(documents.id, previewLinks.documentId))
    .where(and(eq(previewLinks.idHash, idHash), gt(previewLinks.expiresAt, now)));
  return row;
}

/** Returns the links of a document that still work: when the last one ends, and how many. */
export async function listPreviewLinks(
  db: Db,
  documentId: string,
  now: Date,
): Promise<Pick<PreviewLinkRow, 'createdAt' | 'expiresAt'>[]> {
  const { createdAt, expiresAt } = previewLinks;
  return await db
    .select({ createdAt, expiresAt })
    .from(previewLinks)
    .where(and(eq(previewLinks.documentId, documentId), gt(expiresAt, now)));
}

export async function deleteExpiredPreviewLinks(tx: Db, now: Date): Promise<void> {
  await tx.delete(previewLinks).where(lt(previewLinks.expiresAt, now));
}
