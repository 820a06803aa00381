import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { revisions, users } from '../schema.ts';
import { revisionUses, saveUses } from './picture-uses.ts';

export type RevisionRow = typeof revisions.$inferSelect;
/** An entry of the timeline. */
export type RevisionCard = Omit<RevisionRow, 'title' | 'meta' | 'content'> & {
  author: string | null;
};

const HOUR_MS = 60 * 60 * 1000;

const isRevision = (documentId: string, number: number) =>
  and(eq(revisions.documentId, documentId), eq(revisions.number, number));

/** Inserts a revision, or replaces the one with the same number. */
export async function saveRevision(tx: Db, row: RevisionRow): Promise<void> {
  const { documentId: _, number: __, ...set } = row;
  await tx
    .insert(revisions)
    .values(row)
    .onConflictDoUpdate({ target: [revisions.documentId, revisions.number], set });
  await saveUses(tx, [revisionUses(row)]);
}

export async function findRevision(
  db: Db,
  documentId: string,
  number: number,
): Promise<(RevisionRow & { author: string | null }) | undefined> {
  const [row] = await db
    .select({ revision: revisions, author: users.username })
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.userId))
    .where(isRevision(documentId, number));
  return row && { ...row.revision, author: row.author };
}

/** What a new revision needs to know of the one before. */
export async function findRevisionTotals(tx: Db, documentId: string, number: number) {
  const { kind, userId, added, removed, createdAt } = revisions;
  const [row] = await tx
    .select({ kind, userId, added, removed, createdAt })
    .from(revisions)
    .where(isRevision(documentId, number));
  return row;
}

/** Returns the timeline of a document, newest first. */
export async function listRevisions(db: Db, documentId: string): Promise<RevisionCard[]> {
  return await db
    .select({
      documentId: revisions.documentId,
      number: revisions.number,
      kind: revisions.kind,
      name: revisions.name,
      userId: revisions.userId,
      added: revisions.added,
      removed: revisions.removed,
      createdAt: revisions.createdAt,
      author: users.username,
    })
    .from(revisions)
    .leftJoin(users, eq(users.id, revisions.userId))
    .where(eq(revisions.documentId, documentId))
    .orderBy(desc(revisions.number));
}

/** Returns all versions of a document with their content, oldest first. */
export async function allRevisions(db: Db, documentId: string): Promise<RevisionRow[]> {
  return await db
    .select()
    .from(revisions)
    .where(eq(revisions.documentId, documentId))
    .orderBy(asc(revisions.number));
}

export async function updateRevision(
  tx: Db,
  documentId: string,
  number: number,
  changes: Partial<Pick<RevisionRow, 'kind' | 'name'>>,
): Promise<void> {
  await tx.update(revisions).set(changes).where(isRevision(documentId, number));
}

export async function deleteRevision(tx: Db, documentId: string, number: number): Promise<void> {
  await tx.delete(revisions).where(isRevision(documentId, number));
}

/**
 * Thins out autosaves from between two times: of each span of `spanHours`, the last one stays. Named
 * and published versions always stay, and so does the current one.
 */
export async function thinRevisions(
  tx: Db,
  { after, before, spanHours }: { after: Date; before: Date; spanHours: number },
): Promise<void> {
  const span = spanHours * HOUR_MS;
  const later: SQL = sql`exists (select 1 from revisions later
    where later.document_id = ${revisions.documentId} and later.number > ${revisions.number}
    and later.created_at / ${sql.raw(String(span))} = ${revisions.createdAt} / ${sql.raw(String(span))})`;
  await tx
    .delete(revisions)
    .where(
      and(
        eq(revisions.kind, 'auto'),
        gt(revisions.createdAt, after),
        lt(revisions.createdAt, before),
        later,
      ),
    );
}
