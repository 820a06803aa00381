import { and, asc, eq, gt, lt, notInArray } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, previewLinks, users } from '../schema.ts';
import { lacksSecondFactor } from './second-factor.ts';

export type PreviewLinkRow = typeof previewLinks.$inferSelect;

/** A link that hasn't expired. */
export type PreviewLinkWithMaker = Awaited<ReturnType<typeof listPreviewLinks>>[number];

export async function insertPreviewLink(tx: Db, row: PreviewLinkRow): Promise<void> {
  await tx.insert(previewLinks).values(row);
}

export async function deletePreviewLinks(tx: Db, documentId: string): Promise<void> {
  await tx.delete(previewLinks).where(eq(previewLinks.documentId, documentId));
}

export async function deletePreviewLink(tx: Db, idHash: string): Promise<void> {
  await tx.delete(previewLinks).where(eq(previewLinks.idHash, idHash));
}

/** Deletes a user's links. With `keepOwn`, only links to other users' documents. */
export async function deletePreviewLinksBy(
  tx: Db,
  userId: string,
  { keepOwn = false } = {},
): Promise<void> {
  const own = tx.select({ id: documents.id }).from(documents).where(eq(documents.userId, userId));
  await tx
    .delete(previewLinks)
    .where(
      and(
        eq(previewLinks.userId, userId),
        keepOwn ? notInArray(previewLinks.documentId, own) : undefined,
      ),
    );
}

/** Links with their creators and the identity of the page they show, without its content. */
const selectWithMaker = (db: Db) => {
  const { id, kind, revision, status, userId } = documents;
  return db
    .select({
      link: previewLinks,
      document: { id, kind, revision, status, userId },
      maker: users,
      lacksSecondFactor: lacksSecondFactor(),
    })
    .from(previewLinks)
    .innerJoin(documents, eq(documents.id, previewLinks.documentId))
    .innerJoin(users, eq(users.id, previewLinks.userId));
};

/** Finds a link that hasn't expired. */
export async function findPreviewLink(
  db: Db,
  idHash: string,
  now: Date,
): Promise<PreviewLinkWithMaker | undefined> {
  const [row] = await selectWithMaker(db).where(
    and(eq(previewLinks.idHash, idHash), gt(previewLinks.expiresAt, now)),
  );
  return row;
}

/** Returns the links of a document that haven't expired, oldest first. */
export async function listPreviewLinks(db: Db, documentId: string, now: Date) {
  return await selectWithMaker(db)
    .where(and(eq(previewLinks.documentId, documentId), gt(previewLinks.expiresAt, now)))
    .orderBy(asc(previewLinks.createdAt));
}

export async function deleteExpiredPreviewLinks(tx: Db, now: Date): Promise<void> {
  await tx.delete(previewLinks).where(lt(previewLinks.expiresAt, now));
}
