import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents } from '../schema.ts';
import { hasBeenPublic } from './posts-table.ts';

/** SQL: the documents of a user that were never public. */
function unpublishedOf(db: Db, userId: string) {
  return and(eq(documents.userId, userId), not(hasBeenPublic(db, documents.id)));
}

/**
 * Deletes some of a user's posts that were never public, with their versions. Returns how many.
 * Pages belong to the site.
 */
export async function deleteSomeUnpublished(
  tx: Db,
  userId: string,
  limit: number,
): Promise<number> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(unpublishedOf(tx, userId), eq(documents.kind, 'post')))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(documents).where(inArray(documents.id, ids));
  return ids.length;
}

/** Transfers a user's documents that were never public to another user, as unscheduled drafts. */
export async function handOverUnpublished(tx: Db, userId: string, to: string): Promise<number> {
  const { status, trashedFrom } = documents;
  const rows = await tx
    .update(documents)
    .set({
      userId: to,
      scheduledAt: null,
      status: sql`case when ${status} = 'scheduled' then 'draft' else ${status} end`,
      trashedFrom: sql`case when ${trashedFrom} = 'scheduled' then 'draft' else ${trashedFrom} end`,
    })
    .where(unpublishedOf(tx, userId))
    .returning({ id: documents.id });
  return rows.length;
}
