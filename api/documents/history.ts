import type { Db } from '../../db/client.ts';
import type { DocumentRow } from '../../db/queries/documents.ts';
import { findPostById } from '../../db/queries/posts.ts';
import {
  findRevision,
  listRevisions,
  type RevisionRow,
  updateRevision,
} from '../../db/queries/revisions.ts';
import { findSeriesOf } from '../../db/queries/series.ts';
import { findTagsOf } from '../../db/queries/tags.ts';
import type { UserRow } from '../../db/queries/users.ts';
import { PUBLIC_FIELDS, pick } from '../../db/schema.ts';
import { can } from '../access/permissions.ts';
import type { Caller } from '../access/write.ts';
import type { Revision, RevisionContent } from '../contract/documents.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import type { Services } from '../services.ts';
import { toRevisionContent, toRevisions } from './serialize.ts';
import { saveFirstRevision } from './versions.ts';
import {
  makeRoom,
  makeRoomForPublished,
  prepareSave,
  readDocument,
  requireNotTrashed,
  SAVES,
  saveRevisionOf,
  writeDocument,
} from './write.ts';

const NO_REVISION = 'This version no longer exists.';

/** Returns the timeline of a document, newest first. */
export async function readTimeline(
  { database }: Pick<Services, 'database'>,
  user: UserRow,
  documentId: string,
): Promise<Revision[]> {
  const document = await readDocument({ database }, user, documentId);
  const found = await listRevisions(database.read, documentId);
  if (found.length > 0) return toRevisions(found);
  // Created from a post, and never changed: the timeline starts with the next save.
  await database.transaction((tx) => saveFirstRevision(tx, document));
  return toRevisions(await listRevisions(database.read, documentId));
}

/** Returns a version with its content. Throws a NotFoundError. */
export async function readVersion(
  { database }: Pick<Services, 'database'>,
  user: UserRow,
  documentId: string,
  number: number,
): Promise<RevisionContent> {
  await readDocument({ database }, user, documentId);
  return toRevisionContent(await requireRevision(database.read, documentId, number));
}

async function requireRevision(db: Db, documentId: string, number: number) {
  const found = await findRevision(db, documentId, number);
  if (found === undefined) throw new NotFoundError(NO_REVISION);
  return found;
}

/** Makes an earlier version the current one, as a new revision. Publishes nothing. */
export async function restoreVersion(
  services: Services,
  caller: Caller,
  documentId: string,
  { number, revision }: { number: number; revision: number },
): Promise<DocumentRow> {
  const { limit, fieldsFor } = await prepareVersion(services, caller, documentId, number);
  const rules = { verb: 'document.write', revision, limit } as const;
  return await writeDocument(services, caller, documentId, rules, async (tx, document, user) => {
    requireNotTrashed(document);
    const by = { userId: user.id, at: services.now(), keepsLast: true };
    const saved = await saveRevisionOf(tx, document, fieldsFor(user, document), by);
    await makeRoom(tx, services, saved, { user });
    return saved;
  });
}

/**
 * Reads a version that's about to be restored. `fieldsFor` returns its fields for the locked
 * document. Throws a NotFoundError.
 */
export async function prepareVersion(
  services: Services,
  caller: Caller,
  documentId: string,
  number: number,
) {
  await readDocument(services, caller.user, documentId);
  const version = await requireRevision(services.database.read, documentId, number);
  // The rules for HTML may have changed since the version was saved.
  const { prepared, limit } = await prepareSave(services, caller, version.content);
  const fieldsFor = (user: UserRow, document: DocumentRow) => {
    const { isFeatured } = can(user, 'post.feature') ? version.meta : document;
    return { ...fieldsOf(version), ...prepared, isFeatured };
  };
  return { limit, fieldsFor };
}

/** The fields that a restored version brings back. The address isn't part of a version. */
function fieldsOf({ title, meta }: RevisionRow) {
  const { slug: _, ...fields } = meta;
  // Versions of earlier releases have no focal point, and the current one may not fit their cover.
  return { title, ...fields, imageFocus: meta.imageFocus ?? '' };
}

/** Names a version, which is then kept. An empty name removes the name. */
export async function nameVersion(
  services: Services,
  caller: Caller,
  documentId: string,
  { number, name }: { number: number; name: string },
): Promise<void> {
  const rules = { verb: 'document.write' } as const;
  await writeDocument(services, caller, documentId, rules, async (tx, document, user) => {
    const { kind } = await requireRevision(tx, documentId, number);
    const named = name === '' ? ('auto' as const) : ('named' as const);
    const isPublished = kind === 'published';
    await updateRevision(tx, documentId, number, { name, kind: isPublished ? kind : named });
    if (name !== '') await makeRoom(tx, services, document, { user, isKept: true });
  });
}

/** Returns a changed document to its public version, as a new revision. Throws a ConflictError. */
export async function discardChanges(
  services: Services,
  caller: Caller,
  documentId: string,
): Promise<DocumentRow> {
  const rules = { verb: 'document.write', limit: SAVES } as const;
  return await writeDocument(services, caller, documentId, rules, async (tx, document, user) => {
    requireNotTrashed(document);
    const [published, post, tags, series] = await Promise.all([
      findRevision(tx, documentId, document.publishedRevision ?? 0),
      findPostById(tx, documentId),
      findTagsOf(tx, documentId),
      findSeriesOf(tx, documentId),
    ]);
    if (post === undefined) throw new ConflictError(`This ${document.kind} is not published.`);
    const saved = await saveRevisionOf(
      tx,
      document,
      {
        ...pick(post, PUBLIC_FIELDS),
        ...(document.kind === 'page' && { category: '' }),
        slug: post.slug,
        tags,
        series: series?.title ?? '',
        seriesPosition: series?.position ?? 0,
        categoryLabel: published?.meta.categoryLabel ?? '',
        status: 'published',
        scheduledAt: null,
        publishedRevision: document.revision + 1,
      },
      { userId: user.id, at: services.now(), kind: 'published', keepsLast: true },
    );
    await makeRoomForPublished(tx, services, saved, user);
    return saved;
  });
}
