import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, gt, or } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, revisions, siteVersions, users } from '../schema.ts';
import { draftUses, type Pictured, postUses, profileUses, revisionUses } from './picture-uses.ts';
import { postTexts } from './posts-table.ts';
import { BATCH_SIZE, forUpdate } from './query.ts';

/** The tables to read for uses of pictures, in this order. */
export const USE_SOURCES = ['posts', 'documents', 'revisions', 'users'] as const;

/** A place in these tables: the row after which to continue. */
export interface UsePlace {
  source: (typeof USE_SOURCES)[number];
  id: string;
  /** Of a version. */
  number: number;
}

/**
 * Returns the picture uses of the rows after a place, ordered by key. Locks the rows until the
 * transaction ends.
 */
export async function readUses(tx: Db, after: UsePlace, limit: number): Promise<Pictured[]> {
  if (after.source === 'posts') {
    return (await forUpdate(postTexts(tx, after.id, limit))).map(postUses);
  }
  if (after.source === 'documents') return await readDrafts(tx, after.id, limit);
  if (after.source === 'revisions') return await readVersions(tx, after, limit);
  const { id, profilePicture } = users;
  const query = tx.select({ id, profilePicture }).from(users).where(gt(id, after.id));
  return (await forUpdate(query.orderBy(asc(id)).limit(limit))).map(profileUses);
}

async function readDrafts(tx: Db, afterId: string, limit: number): Promise<Pictured[]> {
  const { id, image, content, seo } = documents;
  const query = tx.select({ id, image, content, seo }).from(documents).where(gt(id, afterId));
  return (await forUpdate(query.orderBy(asc(id)).limit(limit))).map(draftUses);
}

async function readVersions(tx: Db, after: UsePlace, limit: number): Promise<Pictured[]> {
  const { documentId, number, meta, content } = revisions;
  const isLater = or(
    gt(documentId, after.id),
    and(eq(documentId, after.id), gt(number, after.number)),
  );
  const query = tx.select({ documentId, number, meta, content }).from(revisions).where(isLater);
  return (await forUpdate(query.orderBy(asc(documentId), asc(number)).limit(limit))).map(
    revisionUses,
  );
}

/** Yields the texts of all rows. */
export async function* textsWithPictures(db: Db): AsyncGenerator<Pictured['texts']> {
  yield (await db.select({ site: siteVersions.site }).from(siteVersions)).map(({ site }) => site);
  for (const source of USE_SOURCES) {
    for (let place: UsePlace | undefined = { source, id: '', number: 0 }; place; ) {
      const rows = await readUses(db, place, BATCH_SIZE);
      for (const { texts } of rows) yield texts;
      const last = rows.at(-1);
      place = last && { source, id: last.ownerId, number: last.number ?? 0 };
      await nextTurn();
    }
  }
}
