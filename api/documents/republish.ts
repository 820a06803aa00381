import { type DocumentRow, updateDocument } from '../../db/queries/documents.ts';
import { findPostById } from '../../db/queries/posts.ts';
import { pick } from '../../db/schema.ts';
import type { Caller } from '../access/write.ts';
import { actorOf } from '../audit/record.ts';
import { ConflictError } from '../errors.ts';
import type { Services } from '../services.ts';
import { prepareVersion } from './history.ts';
import { publishDocument, recordPublished, type SavedPost, whenLive } from './publish.ts';
import { requireNotTrashed, writeDocument } from './write.ts';

/** Publishing changes these columns. Here, the document keeps its own values. */
const KEPT = ['slug', 'category', 'series', 'scheduledAt'] as const;

/**
 * Publishes an earlier version in place of the public one, `revision`. The document keeps its
 * content as unpublished changes. Throws a NotFoundError, or a ConflictError if `revision` is no
 * longer public.
 */
export async function republish(
  services: Services,
  caller: Caller,
  documentId: string,
  { number, revision }: { number: number; revision: number },
): Promise<SavedPost & { document: DocumentRow }> {
  const { limit, fieldsFor } = await prepareVersion(services, caller, documentId, number);
  const rules = { verb: 'post.publish', limit } as const;
  const { document, post } = await writeDocument(
    services,
    caller,
    documentId,
    rules,
    async (tx, current, user) => {
      requireNotTrashed(current);
      const public_ = await findPostById(tx, documentId);
      if (current.publishedRevision !== revision || !public_) {
        throw new ConflictError(
          `This ${current.kind} changed in the meantime. Nothing was undone.`,
        );
      }
      const now = services.now();
      const { slug } = public_;
      // The schedule is for the current document, not for this version.
      const own = { slug, revision: number, scheduledAt: null };
      const earlier = { ...current, ...fieldsFor(user, current), ...own };
      const published = await publishDocument(tx, earlier, user, now);
      const isChanged = current.status === 'published';
      const status = isChanged ? ('changed' as const) : current.status;
      const kept = { ...pick(current, KEPT), status };
      const document = await updateDocument(tx, documentId, kept);
      await recordPublished(tx, published, actorOf(caller), now);
      return { document, post: published.post };
    },
  );
  return { document, ...(await whenLive(services, post)) };
}
