import type { Db } from '../../db/client.ts';
import {
  type DocumentRow,
  type DocumentUpdate,
  insertDocument,
  type NewDocumentRow,
  updateDocument,
} from '../../db/queries/documents.ts';
import type { PostRow } from '../../db/queries/posts.ts';
import { saveFirstRevision } from './versions.ts';
import { lockOrCreate, saveRevisionOf } from './write.ts';

// Keeps documents in step with the calls that write posts directly.

/** Stores the document of a post that is published at once. */
export async function insertPublishedDocument(tx: Db, values: NewDocumentRow): Promise<void> {
  const { userId, createdAt: at } = values;
  const published = { status: 'published', publishedRevision: 1, publishedAt: at } as const;
  const document = await insertDocument(tx, { ...values, ...published });
  await saveFirstRevision(tx, document, { userId, kind: 'published', at });
}

/**
 * Saves changes of a post in its document, too. What else is unpublished there stays so. Returns
 * the document.
 */
export async function updateDocumentOf(
  tx: Db,
  { id, text }: PostRow,
  changes: DocumentUpdate,
  { userId, at }: { userId: string; at: Date },
): Promise<DocumentRow | undefined> {
  const document = await lockOrCreate(tx, id);
  if (document === undefined) return undefined;
  const isInStep = document.status === 'published';
  const kind = isInStep ? 'published' : 'auto';
  const status = document.status;
  const fields = changes.content === undefined ? changes : { ...changes, text };
  const saved = await saveRevisionOf(tx, document, { ...fields, status }, { userId, at, kind });
  return await updateDocument(tx, id, {
    publishedAt: at,
    ...(isInStep && { publishedRevision: saved.revision }),
  });
}
