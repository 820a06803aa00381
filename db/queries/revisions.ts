import { and, asc, desc, eq, gt, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../client.ts';
import { documents, revisions, users } from '../schema.ts';
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
  await saveUses(tx, revisionUses(row));
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

const BYTES = sql<number>`octet_length(${revisions.content})`.mapWith(Number);

/**
 * Deletes the oldest autosaves of a document until they have at most `maxBytes` together. That
 * includes the `current` one, which isn't deleted.
 */
export async function boundAutosaves(
  tx: Db,
  documentId: string,
  current: number,
  maxBytes: number,
): Promise<void> {
  const isAutosave = and(eq(revisions.documentId, documentId), eq(revisions.kind, 'auto'));
  const rows = await tx
    .select({ number: revisions.number, bytes: BYTES })
    .from(revisions)
    .where(isAutosave)
    .orderBy(desc(revisions.number));
  let total = 0;
  for (const { number, bytes } of rows) {
    total += bytes;
    if (total <= maxBytes || number === current) continue;
    await tx.delete(revisions).where(and(isAutosave, lte(revisions.number, number)));
    return;
  }
}

/** Returns the bytes of all versions of a user's documents. Doesn't read the versions. */
export async function sumVersionBytes(db: Db, userId: string): Promise<number> {
  const own = db.select({ id: documents.id }).from(documents).where(eq(documents.userId, userId));
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${BYTES}), 0)`.mapWith(Number) })
    .from(revisions)
    .where(inArray(revisions.documentId, own));
  return row?.bytes ?? 0;
}

/** Autosaves to delete at a time. */
const DROPPED_AT_ONCE = 200;

/**
 * Deletes autosaves of a user's documents, oldest first, until `bytes` are freed. Keeps the current
 * version of each document. Returns the number of bytes freed.
 */
export async function dropAutosaves(tx: Db, userId: string, bytes: number): Promise<number> {
  const { documentId, number } = revisions;
  const rows = await tx
    .select({ documentId, number, bytes: BYTES })
    .from(revisions)
    .innerJoin(documents, eq(documents.id, documentId))
    .where(
      and(eq(documents.userId, userId), eq(revisions.kind, 'auto'), lt(number, documents.revision)),
    )
    .orderBy(asc(revisions.createdAt))
    .limit(DROPPED_AT_ONCE);
  let dropped = 0;
  for (const row of rows) {
    if (dropped >= bytes) break;
    await deleteRevision(tx, row.documentId, row.number);
    dropped += row.bytes;
  }
  return dropped;
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
