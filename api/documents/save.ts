import type { Db } from '../../db/client.ts';
import { type DocumentRow, lockDocument } from '../../db/queries/documents.ts';
import { newId } from '../../db/schema.ts';
import { type Caller, writeAs } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import { NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { prepareFields, resolveFields } from './fields.ts';
import type { DocumentChangesInput, NewDocumentInput } from './input.ts';
import { insertDraft } from './versions.ts';
import { makeRoom, requireNotTrashed, requireOwn, saveRevisionOf, writeDocument } from './write.ts';

export interface CreatedDocument {
  document: DocumentRow;
  /** False: the document existed already, for this post or from a repeated call. */
  isNew: boolean;
}

/** Creates a draft. With `postId`, returns the document of that post. */
export async function createDocument(
  services: Services,
  caller: Caller,
  { postId, clientId, kind = 'post', ...fields }: NewDocumentInput,
): Promise<CreatedDocument> {
  const { input, limit } = await prepareFields(services, caller, fields);
  const rules = { verb: 'document.write', limit } as const;
  return await writeAs(services, caller, rules, async (tx, user) => {
    const existing = await findExisting(tx, { postId, clientId });
    if (existing) {
      requireOwn(user, 'document.write', existing);
      return { document: existing, isNew: false };
    }
    const at = services.now();
    const id = clientId ?? newId();
    requireOwn(user, 'document.write', { userId: user.id, kind });
    const blank = {
      id,
      kind,
      title: '',
      slug: '',
      image: '',
      series: '',
      seriesPosition: 0,
      seo: {},
    };
    const values = await resolveFields(tx, user, { ...blank, isFeatured: false }, input);
    const row = { ...values, id, kind, userId: user.id, createdAt: at, updatedAt: at };
    const document = await insertDraft(tx, row);
    await auditAs(tx, services, caller, { action: 'document.create', subject: id });
    await makeRoom(tx, services, document, { user, isKept: true });
    return { document, isNew: true };
  });
}

async function findExisting(
  tx: Db,
  { postId, clientId }: Pick<NewDocumentInput, 'postId' | 'clientId'>,
): Promise<DocumentRow | undefined> {
  if (postId !== undefined) {
    const found = await lockDocument(tx, postId);
    if (found === undefined) throw new NotFoundError('Post not found.');
    return found;
  }
  return clientId === undefined ? undefined : await lockDocument(tx, clientId);
}

/** Saves fields of a document as a new revision. Public content doesn't change. */
export async function saveDocument(
  services: Services,
  caller: Caller,
  documentId: string,
  { revision, autosave, ...fields }: DocumentChangesInput,
): Promise<DocumentRow> {
  const { input, limit } = await prepareFields(services, caller, fields);
  const rules = { verb: 'document.write', revision, limit } as const;
  return await writeDocument(services, caller, documentId, rules, async (tx, document, user) => {
    requireNotTrashed(document);
    const values = await resolveFields(tx, user, document, input);
    const by = { userId: user.id, at: services.now(), isAutosave: autosave };
    const saved = await saveRevisionOf(tx, document, values, by);
    await makeRoom(tx, services, saved, { user });
    return saved;
  });
}
