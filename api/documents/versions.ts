import type { Db } from '../../db/client.ts';
import {
  type DocumentRow,
  insertDocument,
  type NewDocumentRow,
} from '../../db/queries/documents.ts';
import {
  boundAutosaves,
  deleteRevision,
  findRevisionTotals,
  type RevisionRow,
  saveRevision,
} from '../../db/queries/revisions.ts';
import { pick, type RevisionKind, VERSION_FIELDS } from '../../db/schema.ts';

/** Only a user's last autosave in each period of this length is kept. */
const SPAN_MS = 60_000;
/** Number of latest saves through the API that are always kept. */
const KEPT = 10;
/** Maximum total size of a document's autosaves. Above it, the oldest are deleted. */
const MAX_AUTOSAVE_BYTES = 20 * 1024 * 1024;
/** An autosave that removed more characters doesn't replace the previous one. */
const MUCH_REMOVED = 100;

interface Saved {
  userId: string;
  kind: RevisionKind;
  at: Date;
  /** Keep the previous revision. */
  keepsLast?: boolean;
  /** Saved automatically while the user types. */
  isAutosave?: boolean | undefined;
}

/** Stores a new draft with its first revision. */
export async function insertDraft(tx: Db, values: NewDocumentRow): Promise<DocumentRow> {
  const document = await insertDocument(tx, values);
  const { userId, createdAt: at } = document;
  await saveFirstRevision(tx, document, { userId, kind: 'auto', at });
  return document;
}

/** Stores the first revision of a document. */
export async function saveFirstRevision(
  tx: Db,
  row: DocumentRow,
  saved = originOf(row),
): Promise<void> {
  await saveRevision(tx, revisionOf(row, saved, { added: row.text.length, removed: 0 }));
}

/** Stores a document's new revision in its timeline, and thins out earlier ones. */
export async function saveNextRevision(
  tx: Db,
  before: DocumentRow,
  after: DocumentRow,
  saved: Saved,
): Promise<void> {
  const last = await findRevisionTotals(tx, before.id, before.revision);
  // A document created from a post has no timeline yet.
  if (last === undefined) await saveFirstRevision(tx, before);
  const totals = last ?? { added: before.text.length, removed: 0 };
  const { added, removed } = changeOf(before.text, after.text);
  const sum = { added: totals.added + added, removed: totals.removed + removed };
  await saveRevision(tx, revisionOf(after, saved, sum));
  if (!saved.keepsLast) await thinOut(tx, after.id, after.revision - (saved.isAutosave ? 1 : KEPT));
  await boundAutosaves(tx, after.id, after.revision, MAX_AUTOSAVE_BYTES);
}

/**
 * Deletes a revision if it's an autosave, the same user saved the next one in the same minute,
 * and little was removed in between.
 */
async function thinOut(tx: Db, documentId: string, number: number): Promise<void> {
  const [one, next] = await Promise.all([
    findRevisionTotals(tx, documentId, number),
    findRevisionTotals(tx, documentId, number + 1),
  ]);
  const isReplaced =
    one?.kind === 'auto' &&
    one.userId === next?.userId &&
    next.removed - one.removed <= MUCH_REMOVED &&
    spanOf(one.createdAt) === spanOf(next.createdAt);
  if (isReplaced) await deleteRevision(tx, documentId, number);
}

function originOf(row: DocumentRow): Saved {
  const kind = row.publishedRevision === row.revision ? 'published' : 'auto';
  return { userId: row.userId, kind, at: row.updatedAt };
}

const spanOf = (at: Date) => Math.floor(at.getTime() / SPAN_MS);

function revisionOf(
  row: DocumentRow,
  { userId, kind, at }: Saved,
  totals: Pick<RevisionRow, 'added' | 'removed'>,
): RevisionRow {
  return {
    documentId: row.id,
    number: row.revision,
    kind,
    name: '',
    userId,
    ...totals,
    createdAt: at,
    title: row.title,
    meta: pick(row, VERSION_FIELDS),
    content: row.content,
  };
}

/** Counts the characters that differ between two texts, apart from a common start and end. */
function changeOf(before: string, after: string): { added: number; removed: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { added: after.length - start - end, removed: before.length - start - end };
}
