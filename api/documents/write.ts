import type { Db } from '../../db/client.ts';
import {
  type DocumentRow,
  type DocumentUpdate,
  findDocument,
  lockDocument,
  updateDocument,
} from '../../db/queries/documents.ts';
import { unmarkPublished } from '../../db/queries/revisions.ts';
import { findUserById, type UserRow } from '../../db/queries/users.ts';
import type { RevisionKind } from '../../db/schema.ts';
import { can, type Verb } from '../access/permissions.ts';
import { type Caller, type WriteRules, writeAs } from '../access/write.ts';
import type { PreparedContent } from '../content/sanitize.ts';
import { isQuick } from '../content/text.ts';
import type { Document } from '../contract/documents.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../errors.ts';
import { createLimiter, takePoint } from '../ratelimit/limiter.ts';
import type { Services } from '../services.ts';
import { fitVersions } from '../uploads/quota.ts';
import { toDocument } from './serialize.ts';
import { isPublic, nextUpdatedAt } from './status.ts';
import { saveNextRevision } from './versions.ts';

/** The document changed after the edit started. */
class StaleDocumentError extends ConflictError {
  constructor(current: Document) {
    const message = `This ${current.kind} changed while you were editing. Nothing was overwritten.`;
    super(message, undefined, { document: current });
  }
}

/** Requirements for a write to a document. */
interface DocumentRules {
  verb: Extract<Verb, 'document.write' | 'post.publish' | 'post.delete'>;
  /** The revision that the caller knows. */
  revision?: number;
  limit?: WriteRules['limit'];
}

/** Rate limit of calls that save a document or a post. */
export const SAVES = { name: 'save', what: 'Too many saves' } as const;

/**
 * Sanitizes the HTML of a save, before its transaction. Slow HTML is counted first, in its own
 * transaction, so a refused save costs little and a failed one counts. Returns the limit that the
 * write still has to take, if the save hasn't been counted yet. Throws a TooManyRequestsError.
 */
export async function prepareSave(
  services: Pick<Services, 'contents' | 'database' | 'env' | 'now' | 'limits'>,
  { user }: Pick<Caller, 'user'>,
  html: string,
): Promise<{ prepared: PreparedContent; limit: WriteRules['limit'] }> {
  const limit = isQuick(html) ? SAVES : undefined;
  if (!limit) await takePoint(createLimiter(services, SAVES.name), user.id, SAVES.what);
  return { prepared: await services.contents.prepare(html, user.id), limit };
}

/**
 * Runs a write to a document on behalf of a signed-in user, who must be allowed to write this
 * document. `work` gets the locked row. Throws a NotFoundError, ForbiddenError or
 * StaleDocumentError.
 */
export async function writeDocument<T>(
  services: Services,
  caller: Caller,
  documentId: string,
  { verb, revision, limit }: DocumentRules,
  work: (tx: Db, document: DocumentRow, user: UserRow) => Promise<T>,
): Promise<T> {
  const rules = limit ? { verb, limit } : { verb };
  return await writeAs(services, caller, rules, async (tx, user) => {
    const document = await lockDocument(tx, documentId);
    if (document === undefined) throw new NotFoundError('Post not found.');
    requireOwn(user, verb, document);
    if (revision !== undefined && revision !== document.revision) {
      throw new StaleDocumentError(await toDocument(tx, document));
    }
    return await work(tx, document, user);
  });
}

/** Returns a document that the user may read. Throws a NotFoundError or ForbiddenError. */
export async function readDocument(
  { database }: Pick<Services, 'database'>,
  user: UserRow,
  id: string,
): Promise<DocumentRow> {
  const document = await findDocument(database.read, id);
  if (document === undefined) throw new NotFoundError('Post not found.');
  requireOwn(user, 'document.write', document);
  return document;
}

type Owned = Pick<DocumentRow, 'userId' | 'kind'>;

/** Returns whether the role allows this for the document. Pages belong to the site. */
export function mayChange(user: UserRow, verb: Verb, { userId: owner, kind }: Owned): boolean {
  return kind === 'page' ? can(user, verb) : can(user, verb, { owner });
}

/** Throws a ForbiddenError if the role doesn't allow this for the document. */
export function requireOwn(user: UserRow, verb: Verb, document: Owned): void {
  if (mayChange(user, verb, document)) return;
  throw new ForbiddenError(
    document.kind === 'page'
      ? 'Only editors and administrators may change pages.'
      : 'You may change only your own posts.',
  );
}

/** Throws a ConflictError for a document in the trash, which must be restored first. */
export function requireNotTrashed({ kind, status }: Pick<DocumentRow, 'kind' | 'status'>): void {
  if (status !== 'trashed') return;
  throw new ConflictError(`This ${kind} is in the trash. Restore it first.`);
}

/**
 * Makes room for a new version in the quota of the document's author by deleting older autosaves.
 * Returns whether it fits. `isKept`: the version is never deleted automatically, so it must fit.
 * Throws a ConflictError with the code `quota` if it doesn't.
 */
export async function makeRoom(
  tx: Db,
  { env, now }: Pick<Services, 'env' | 'now'>,
  { userId }: Pick<DocumentRow, 'userId'>,
  { user, isKept = false }: { user: UserRow; isKept?: boolean },
): Promise<boolean> {
  const owner = userId === user.id ? user : await findUserById(tx, userId);
  if (owner === undefined) return true;
  return await fitVersions(tx, env.uploadQuota, owner, { now: now(), isRequired: isKept });
}

/**
 * Makes room for a published version. Changes to a public post are never refused: if their version
 * doesn't fit, it's stored as an autosave, which newer versions replace. The version of a post that
 * isn't public yet must fit. Throws a ConflictError with the code `quota` if it doesn't.
 */
export async function makeRoomForPublished(
  tx: Db,
  services: Pick<Services, 'env' | 'now'>,
  document: DocumentRow,
  user: UserRow,
): Promise<void> {
  const isFitting = await makeRoom(tx, services, document, { user, isKept: !isPublic(document) });
  if (!isFitting) await unmarkPublished(tx, document.id, document.revision);
}

/** Saves fields as a new revision of a locked document, and updates its status. */
export async function saveRevisionOf(
  tx: Db,
  before: DocumentRow,
  fields: DocumentUpdate,
  saved: {
    userId: string;
    at: Date;
    kind?: RevisionKind;
    keepsLast?: boolean;
    isAutosave?: boolean | undefined;
  },
): Promise<DocumentRow> {
  const { status } = before;
  const after = await updateDocument(tx, before.id, {
    status: status === 'published' ? 'changed' : status,
    ...fields,
    revision: before.revision + 1,
    updatedAt: nextUpdatedAt(before, saved.at),
  });
  await saveNextRevision(tx, before, after, { kind: 'auto', ...saved });
  return after;
}

/**
 * Saves changes to a public post in its locked document. Other changes of the document stay
 * private.
 */
export async function savePublicFields(
  tx: Db,
  document: DocumentRow,
  fields: DocumentUpdate,
  by: { userId: string; at: Date },
): Promise<DocumentRow> {
  const { status, revision } = document;
  const isInStep = status === 'published';
  const published = isInStep ? { publishedRevision: revision + 1 } : {};
  const values = { ...fields, ...published, status, publishedAt: by.at };
  return await saveRevisionOf(tx, document, values, {
    ...by,
    kind: isInStep ? 'published' : 'auto',
  });
}
