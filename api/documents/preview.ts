import { createHash, randomBytes } from 'node:crypto';
import {
  deletePreviewLinks,
  findPreviewed,
  insertPreviewLink,
} from '../../db/queries/preview-links.ts';
import { auditAs } from '../audit/record.ts';
import type { Caller } from '../auth/write.ts';
import type { PreviewLink } from '../contract/documents.ts';
import { draftLabel } from '../posts/category-label.ts';
import type { RenderedPage } from '../publish/types.ts';
import type { Services } from '../services.ts';
import { requireNotTrashed, writeDocument } from './write.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET_BYTES = 32;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Creates a link that shows a document to anyone who has it. `days`: how long it works. */
export async function createPreviewLink(
  services: Services,
  caller: Caller,
  documentId: string,
  days: number,
): Promise<PreviewLink> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const createdAt = services.now();
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
  const rules = { verb: 'document.write' } as const;
  await writeDocument(services, caller, documentId, rules, async (tx, document, user) => {
    requireNotTrashed(document);
    const row = { idHash: hashOf(secret), documentId, userId: user.id, createdAt, expiresAt };
    await insertPreviewLink(tx, row);
    const details = { until: expiresAt.toISOString() };
    await auditAs(tx, services, caller, {
      ...{ action: 'document.preview-link', subject: documentId, details },
    });
  });
  const url = new URL(`/preview/${secret}`, services.env.siteUrl).href;
  return { url, expiresAt: expiresAt.toISOString() };
}

/** Ends all links of a document. */
export async function revokePreviewLinks(
  services: Services,
  caller: Caller,
  documentId: string,
): Promise<void> {
  const rules = { verb: 'document.write' } as const;
  await writeDocument(services, caller, documentId, rules, async (tx) => {
    await deletePreviewLinks(tx, documentId);
    await auditAs(tx, services, caller, {
      ...{ action: 'document.revoke-links', subject: documentId },
    });
  });
}

/**
 * Returns the page that a link shows: the document as it is now. `undefined` for an unknown or ended
 * link, and while the document is in the trash.
 */
export async function renderPreview(
  services: Services,
  secret: string,
): Promise<RenderedPage | undefined> {
  const { read } = services.database;
  const found = await findPreviewed(read, hashOf(secret), services.now());
  if (found === undefined || found.document.status === 'trashed') return undefined;
  const { title, category, categoryLabel: typed, image, imageAlt, content } = found.document;
  const draft = { title, category: category || 'uncategorized', image, imageAlt, content };
  const categoryLabel = await draftLabel(read, draft.category, typed || undefined);
  return await services.publisher.preview(
    { ...draft, categoryLabel, isShared: true },
    found.userId,
  );
}
