import type { Db } from '../../db/client.ts';
import { type Labeled, withCategoryLabels } from '../../db/queries/categories.ts';
import { recordChanges } from '../../db/queries/changes.ts';
import { deleteSomeComments } from '../../db/queries/comment-states.ts';
import { type DocumentRow, deleteDocument, updateDocument } from '../../db/queries/documents.ts';
import { findPostById, type PostRow } from '../../db/queries/posts.ts';
import { deletePost, hidePost, showPost } from '../../db/queries/posts-table.ts';
import { deleteRedirectsOf } from '../../db/queries/redirects.ts';
import { findUserById, type UserRow } from '../../db/queries/users.ts';
import { newId, PUBLIC_FIELDS, pick } from '../../db/schema.ts';
import type { Caller } from '../access/write.ts';
import { actorOf, auditAs } from '../audit/record.ts';
import { MAX_TITLE_LENGTH } from '../contract/posts.ts';
import { truncate } from '../contract/truncate.ts';
import { BadRequestError, ConflictError } from '../errors.ts';
import { REQUIRED } from '../post-fields/input.ts';
import { waitUntilPublished } from '../publish/wait-until-published.ts';
import type { Services } from '../services.ts';
import { inSlices } from '../slices.ts';
import { pagePath } from './page-path.ts';
import { isPublishable, publishAs, whenLive } from './publish.ts';
import { cancelSchedule, problemOfAuthor, statusWithoutSchedule } from './publish-one-due.ts';
import { isPublic, plainStatus } from './status.ts';
import { insertDraft } from './versions.ts';
import { makeRoom, requireNotTrashed, SAVES, writeDocument } from './write.ts';

/** Comments deleted per transaction. */
const COMMENTS_AT_ONCE = 500;
/**
 * The `trashedAt` of a document whose comments are being deleted, so it can't be restored. If the
 * process ends halfway, housekeeping deletes the rest, as it does for any document that has been in
 * the trash for long.
 */
const BEING_DELETED = new Date(0);

/** Publishes a revision now or, with `at` in the future, schedules the document. */
export async function publishNowOrAt(
  services: Services,
  caller: Caller,
  documentId: string,
  { revision, at }: { revision: number; at?: Date | null | undefined },
): Promise<{ document: DocumentRow; post: Labeled<PostRow> | null; isLive: boolean }> {
  const isLater = at && at > services.now();
  const rules = { verb: 'post.publish', revision } as const;
  const { document, post } = await writeDocument(
    services,
    caller,
    documentId,
    rules,
    async (tx, current, user) => {
      requireNotTrashed(current);
      if (!isLater) return await publishAs(tx, services, caller, current, user);
      const document = await schedule(tx, services, caller, current, at);
      return { document, post: await findPostById(tx, documentId) };
    },
  );
  if (!isLater && post) return { document, ...(await whenLive(services, post)) };
  services.scheduler?.wake();
  const [labeled = null] = post ? await withCategoryLabels(services.database.read, [post]) : [];
  return { document, post: labeled, isLive: true };
}

async function schedule(
  tx: Db,
  services: Services,
  caller: Caller,
  document: DocumentRow,
  at: Date,
): Promise<DocumentRow> {
  if (!isPublishable(document)) throw new BadRequestError(REQUIRED);
  const author = await findUserById(tx, document.userId);
  const problem = problemOfAuthor(author, services.now());
  if (problem !== undefined) {
    throw new BadRequestError(
      `This ${document.kind} can't be scheduled: ${problem}. You can publish it now.`,
    );
  }
  const details = { at: at.toISOString() };
  const entry = { action: 'document.schedule', subject: document.id, details } as const;
  const { id, kind, slug, title } = document;
  // Until then, no other page gets its address.
  const place = kind === 'page' ? { slug: await pagePath(tx, slug || title, id) } : {};
  await auditAs(tx, services, caller, entry);
  return await updateDocument(tx, id, { ...place, status: 'scheduled', scheduledAt: at });
}

/** Cancels a schedule. Throws a ConflictError if there is none. */
export async function unschedule(
  services: Services,
  caller: Caller,
  documentId: string,
): Promise<DocumentRow> {
  const rules = { verb: 'post.publish' } as const;
  return await writeDocument(services, caller, documentId, rules, async (tx, document) => {
    if (document.status !== 'scheduled')
      throw new ConflictError(`This ${document.kind} is not scheduled.`);
    return await cancelSchedule(tx, document, { ...actorOf(caller), at: services.now() });
  });
}

/** Takes a post off the site, with its comments. Throws a ConflictError if it isn't public. */
export async function unpublish(
  services: Services,
  caller: Caller,
  documentId: string,
): Promise<DocumentRow> {
  const rules = { verb: 'post.publish' } as const;
  const document = await writeDocument(services, caller, documentId, rules, async (tx, current) => {
    if (!isPublic(current)) throw new ConflictError(`This ${current.kind} is not published.`);
    const status = { status: 'unpublished', publishedRevision: null, scheduledAt: null } as const;
    const saved = await updateDocument(tx, documentId, status);
    await auditAs(tx, services, caller, { action: 'document.unpublish', subject: documentId });
    await takeOffSite(tx, services, documentId);
    return saved;
  });
  await waitUntilPublished(services, documentId);
  return document;
}

/** Hides a public post and records the change. Returns whether a post was public. */
async function takeOffSite(
  tx: Db,
  { now }: Pick<Services, 'now'>,
  postId: string,
): Promise<boolean> {
  const post = await hidePost(tx, postId, now());
  if (post === undefined) return false;
  await recordChanges(tx, [{ action: 'remove', postId, slug: post.slug }], now());
  return true;
}

/** Moves a document and its post to the trash. `check` throws if this document can't be trashed. */
export async function moveToTrash(
  services: Services,
  caller: Caller,
  documentId: string,
  check: (document: DocumentRow) => void = requireNotInTrash,
): Promise<{ document: DocumentRow; isLive: boolean }> {
  const rules = { verb: 'post.delete' } as const;
  const { document, wasPublic } = await writeDocument(
    services,
    caller,
    documentId,
    rules,
    async (tx, current) => {
      check(current);
      const [trashedAt, trashedFrom] = [services.now(), current.status];
      const status = { status: 'trashed', trashedAt, trashedFrom } as const;
      const document = await updateDocument(tx, documentId, status);
      await auditAs(tx, services, caller, { action: 'post.delete', subject: documentId });
      return { document, wasPublic: await takeOffSite(tx, services, documentId) };
    },
  );
  caller.client.report('post.delete', { actorId: caller.user.id, postId: documentId });
  return { document, isLive: !wasPublic || (await waitUntilPublished(services, documentId)) };
}

function requireNotInTrash({ kind, status }: DocumentRow): void {
  if (status === 'trashed') throw new ConflictError(`This ${kind} is already in the trash.`);
}

/**
 * Restores a document from the trash: a public post is public again, with its comments. A schedule
 * in the past isn't restored. Throws a ConflictError if the document isn't in the trash.
 */
export async function restoreFromTrash(
  services: Services,
  caller: Caller,
  documentId: string,
): Promise<DocumentRow> {
  const rules = { verb: 'post.delete' } as const;
  const { document, isPublicAgain } = await writeDocument(
    services,
    caller,
    documentId,
    rules,
    async (tx, current) => {
      requireTrashed(current);
      if (current.trashedAt && current.trashedAt <= BEING_DELETED) {
        throw new ConflictError(
          `This ${current.kind} is being deleted. It can no longer be restored.`,
        );
      }
      await auditAs(tx, services, caller, { action: 'document.restore', subject: documentId });
      return await restore(tx, services, current);
    },
  );
  if (isPublicAgain) await waitUntilPublished(services, documentId);
  if (document.scheduledAt) services.scheduler?.wake();
  return document;
}

async function restore(tx: Db, { now }: Pick<Services, 'now'>, current: DocumentRow) {
  const before = current.trashedFrom ?? plainStatus(current);
  const isMissed = before === 'scheduled' && (current.scheduledAt ?? now()) <= now();
  const wasPublic = current.publishedRevision !== null && before !== 'unpublished';
  const post = wasPublic ? await showPost(tx, current.id) : undefined;
  const document = await updateDocument(tx, current.id, {
    status: isMissed ? await statusWithoutSchedule(tx, current) : before,
    ...(isMissed && { scheduledAt: null }),
    trashedAt: null,
    trashedFrom: null,
  });
  if (post) {
    const change = { action: 'publish', postId: post.id, slug: post.slug } as const;
    await recordChanges(tx, [change], now());
  }
  return { document, isPublicAgain: post !== undefined };
}

function requireTrashed({ kind, status }: DocumentRow): void {
  if (status === 'trashed') return;
  throw new ConflictError(`This ${kind} isn't in the trash. Move it there first.`);
}

/** Permanently deletes a document in the trash, with its post, comments and former addresses. */
export async function deleteForGood(
  services: Services,
  caller: Caller,
  documentId: string,
): Promise<void> {
  const rules = { verb: 'post.delete' } as const;
  const write = async (tx: Db, document: DocumentRow) => {
    requireTrashed(document);
    if (await deletesMoreComments(tx, documentId)) return null;
    await auditAs(tx, services, caller, { action: 'document.delete', subject: documentId });
    await erase(tx, documentId);
    return true;
  };
  await inSlices(() => writeDocument(services, caller, documentId, rules, write));
  caller.client.report('document.delete', { actorId: caller.user.id, postId: documentId });
}

/**
 * Deletes some comments of a document that is being deleted, so that other writes don't wait for
 * thousands, and keeps it from being restored. Returns whether there may be more.
 */
export async function deletesMoreComments(tx: Db, documentId: string): Promise<boolean> {
  const deleted = await deleteSomeComments(tx, documentId, COMMENTS_AT_ONCE);
  if (deleted < COMMENTS_AT_ONCE) return false;
  await updateDocument(tx, documentId, { trashedAt: BEING_DELETED });
  return true;
}

/** Deletes everything that belongs to a document. */
export async function erase(tx: Db, documentId: string): Promise<void> {
  await Promise.all([
    deletePost(tx, documentId),
    deleteRedirectsOf(tx, documentId),
    deleteDocument(tx, documentId),
  ]);
}

/** Copies a document as a new draft of the caller. */
export async function duplicate(
  services: Services,
  caller: Caller,
  documentId: string,
): Promise<DocumentRow> {
  const rules = { verb: 'document.write', limit: SAVES } as const;
  return await writeDocument(services, caller, documentId, rules, async (tx, source, user) => {
    requireNotTrashed(source);
    const at = services.now();
    const document = await insertDraft(tx, copyOf(source, user, at));
    const details = { of: documentId };
    const entry = { action: 'document.create', subject: document.id, details } as const;
    await auditAs(tx, services, caller, entry);
    await makeRoom(tx, services, document, { user, isKept: true });
    return document;
  });
}

function copyOf(source: DocumentRow, user: UserRow, at: Date) {
  // The original's canonical address doesn't apply to the copy.
  const { canonical: _, ...seo } = source.seo;
  const start = truncate(source.title, MAX_TITLE_LENGTH - 7);
  const title = source.title && `${start} (copy)`;
  return {
    ...pick(source, PUBLIC_FIELDS),
    kind: source.kind,
    categoryLabel: source.categoryLabel,
    tags: source.tags,
    title,
    seo,
    isFeatured: false,
    id: newId(),
    userId: user.id,
    createdAt: at,
    updatedAt: at,
  };
}
