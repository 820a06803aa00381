import type { Db } from '../../db/client.ts';
import { type AuditEntry, recordAudit } from '../../db/queries/audit.ts';
import { type DocumentRow, lockDocument, updateDocument } from '../../db/queries/documents.ts';
import { findHiddenPost } from '../../db/queries/posts-table.ts';
import { findUserById, type UserRow } from '../../db/queries/users.ts';
import { canAtAll } from '../access/permissions.ts';
import { isSuspended } from '../access/suspension.ts';
import type { Services } from '../services.ts';
import { checkPath } from './page-path.ts';
import { isPublishable, publishDocument, recordPublished } from './publish.ts';
import { plainStatus } from './status.ts';

/** A post with less delay was published on time. */
export const IN_TIME_MS = 1_000;

/**
 * Publishes a due document in its own transaction. Does nothing if it's no longer due: another node
 * has published it, or a user has rescheduled it. If it can't be published (a field is missing, or
 * its author may no longer publish), cancels the schedule.
 */
export async function publishScheduled(
  { database, now, log }: Pick<Services, 'database' | 'now' | 'log'>,
  documentId: string,
): Promise<void> {
  const lateMs = await database.transaction(async (tx) => {
    const document = await lockDocument(tx, documentId);
    if (document?.status !== 'scheduled' || document.scheduledAt === null) return undefined;
    const lateMs = now().getTime() - document.scheduledAt.getTime();
    if (lateMs < 0) return undefined;
    const author = await findUserById(tx, document.userId);
    const problem = await problemOf(tx, document, author, now());
    if (problem !== undefined) {
      log.warn({ documentId, problem }, 'a scheduled post was not published');
      const details = { reason: problem };
      await cancelSchedule(tx, document, { actor: 'system', details, at: now() });
      return undefined;
    }
    const by = { id: document.userId, role: author?.role ?? 'reader' };
    const at = lateMs <= IN_TIME_MS ? document.scheduledAt : now();
    const details = { scheduled: document.scheduledAt.toISOString() };
    const published = await publishDocument(tx, document, by, at);
    await recordPublished(tx, published, { actor: 'system', details }, at);
    return lateMs;
  });
  if (lateMs === undefined) return;
  const message = lateMs <= IN_TIME_MS ? 'published on schedule' : 'published late: it was overdue';
  log.info({ documentId, lateMs }, message);
}

/** Returns why a document can't be published, or `undefined`. */
async function problemOf(
  tx: Db,
  document: DocumentRow,
  author: UserRow | undefined,
  now: Date,
): Promise<string | undefined> {
  if (!isPublishable(document)) return 'a required field is missing';
  const { kind, slug, title, id } = document;
  const problem = kind === 'page' && (await checkPath(tx, slug || title, id)).problem;
  return problem || problemOfAuthor(author, now);
}

/**
 * Returns why an author's scheduled posts may not go live, or `undefined`. Only the author's
 * permissions matter, even if an editor scheduled the post.
 */
export function problemOfAuthor(author: UserRow | undefined, now: Date): string | undefined {
  if (author === undefined) return "its author's account was deleted";
  if (!canAtAll(author, 'post.publish')) return 'its author may no longer publish';
  return isSuspended(author, now) ? 'its author is suspended' : undefined;
}

/** Returns the status of a scheduled document without its schedule. */
export async function statusWithoutSchedule(tx: Db, document: DocumentRow) {
  const isHidden = (await findHiddenPost(tx, document.id)) !== undefined;
  return isHidden ? ('unpublished' as const) : plainStatus(document);
}

/** Cancels the schedule of a locked document. */
export async function cancelSchedule(
  tx: Db,
  document: DocumentRow,
  by: Pick<AuditEntry, 'actor' | 'address' | 'details' | 'at'>,
): Promise<DocumentRow> {
  const { id } = document;
  await recordAudit(tx, { ...by, action: 'document.unschedule', subject: id });
  const status = await statusWithoutSchedule(tx, document);
  return await updateDocument(tx, id, { status, scheduledAt: null });
}
