import { and, asc, desc, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
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
  const insert = tx
    .insert(revisions)
    .values(row)
    .onConflictDoUpdate({ target: [revisions.documentId, revisions.number], set });
  await Promise.all([insert.execute(), saveUses(tx, revisionUses(row))]);
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

/** Returns the data of the previous revision that a new one needs. */
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

/** Turns an unnamed published version into an autosave, which can be deleted. */
export async function unmarkPublished(tx: Db, documentId: string, number: number): Promise<void> {
  const isUnnamed = and(eq(revisions.kind, 'published'), eq(revisions.name, ''));
  await tx
    .update(revisions)
    .set({ kind: 'auto' })
    .where(and(isRevision(documentId, number), isUnnamed));
}

export async function deleteRevision(tx: Db, documentId: string, number: number): Promise<void> {
  await tx.delete(revisions).where(isRevision(documentId, number));
}

const BYTES = sql<number>`octet_length(${revisions.content})`.mapWith(Number);

/**
 * Deletes the oldest autosaves of a document until they take at most `maxBytes` together. Includes
 * the `current` one, which isn't deleted.
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

/** The autosaves that a document can lose: all except its current version. */
const CAN_DROP = and(eq(revisions.kind, 'auto'), lt(revisions.number, documents.revision));

/**
 * Returns the bytes of all versions of a user's documents, and of those that `dropAutosaves` can
 * delete. Doesn't read the versions.
 */
export async function sumVersionBytes(
  db: Db,
  userId: string,
): Promise<{ all: number; autosaves: number }> {
  const sum = (bytes: SQL) => sql`coalesce(sum(${bytes}), 0)`.mapWith(Number);
  const [row] = await db
    .select({
      all: sum(BYTES),
      autosaves: sum(sql`case when ${CAN_DROP} then ${BYTES} else 0 end`),
    })
    .from(revisions)
    .innerJoin(documents, eq(documents.id, revisions.documentId))
    .where(eq(documents.userId, userId));
  return row ?? { all: 0, autosaves: 0 };
}

/** Autosaves to delete at a time. */
const DROPPED_AT_ONCE = 1000;

/**
 * Deletes autosaves of a user's documents, oldest first, until `bytes` are freed or none are left.
 * Keeps the current version of each document.
 */
export async function dropAutosaves(tx: Db, userId: string, bytes: number): Promise<void> {
  const { documentId, number } = revisions;
  let left = bytes;
  while (left > 0) {
    const rows = await tx
      .select({ documentId, number, bytes: BYTES })
      .from(revisions)
      .innerJoin(documents, eq(documents.id, documentId))
      .where(and(eq(documents.userId, userId), CAN_DROP))
      .orderBy(asc(revisions.createdAt))
      .limit(DROPPED_AT_ONCE);
    if (rows.length === 0) return;
    for (const row of rows) {
      if (left <= 0) return;
      await deleteRevision(tx, row.documentId, row.number);
      left -= row.bytes;
    }
  }
}

/**
 * Thins out autosaves between two times, and keeps the last one of each `spanHours`. Always keeps
 * named, published and current versions.
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
