import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/client.ts';
import { type DocumentRow, findDocument } from '../../db/queries/documents.ts';
import {
  deletePreviewLink,
  deletePreviewLinks,
  findPreviewLink,
  insertPreviewLink,
  listPreviewLinks,
  type PreviewLinkWithMaker,
} from '../../db/queries/preview-links.ts';
import { isSuspended } from '../access/suspension.ts';
import type { Caller } from '../access/write.ts';
import { auditAs } from '../audit/record.ts';
import {
  type ListedPreviewLink,
  MAX_PREVIEW_LINKS,
  type PreviewLink,
} from '../contract/documents.ts';
import { ConflictError } from '../errors.ts';
import { draftLabel } from '../post-fields/category-label.ts';
import type { PreviewedBy, RenderedPage } from '../publish/types.ts';
import type { Services } from '../services.ts';
import { mayChange, requireNotTrashed, writeDocument } from './write.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET_BYTES = 32;
/** The page of a maximum-size draft is 1.3 MB. */
const PAGES_BYTES = 8 * 1024 * 1024;
/** Maximum age of content outside the document, such as the date. */
const PAGE_MS = 60_000;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Creates a link that shows a document to anyone who has it. It works for `days`. */
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
    await requireRoom(tx, document, createdAt);
    const row = { idHash: hashOf(secret), documentId, userId: user.id, createdAt, expiresAt };
    await insertPreviewLink(tx, row);
    const details = { until: expiresAt.toISOString() };
    const entry = { action: 'document.preview-link', subject: documentId, details } as const;
    await auditAs(tx, services, caller, entry);
  });
  const url = new URL(`/preview/${secret}`, services.env.siteUrl).href;
  return { url, expiresAt: expiresAt.toISOString() };
}

/**
 * Throws a ConflictError if a document has the maximum number of active links. Deletes links that
 * ended when their creators lost access, so they can't exceed the maximum if access is restored.
 */
async function requireRoom(
  tx: Db,
  { id, kind }: Pick<DocumentRow, 'id' | 'kind'>,
  now: Date,
): Promise<void> {
  const links = await listPreviewLinks(tx, id, now);
  const working = links.filter((found) => works(found, now));
  if (working.length >= MAX_PREVIEW_LINKS) {
    throw new ConflictError(
      `This ${kind} has ${MAX_PREVIEW_LINKS} active preview links. End them before you create another one.`,
    );
  }
  for (const found of links) {
    if (!working.includes(found)) await deletePreviewLink(tx, found.link.idHash);
  }
}

/**
 * Returns whether the creator of a link may still write the document. If not, the link has expired.
 */
function works({ document, maker, lacksSecondFactor }: PreviewLinkWithMaker, now: Date): boolean {
  const mayWrite = mayChange(maker, 'document.write', document);
  return mayWrite && !lacksSecondFactor && !isSuspended(maker, now);
}

/** Returns the active links of a document, oldest first. */
export async function listWorkingLinks(
  { database, now }: Pick<Services, 'database' | 'now'>,
  documentId: string,
): Promise<ListedPreviewLink[]> {
  const links = await listPreviewLinks(database.read, documentId, now());
  return links
    .filter((found) => works(found, now()))
    .map(({ link, maker }) => ({
      maker: maker.username,
      createdAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    }));
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
    await auditAs(tx, services, caller, { action: 'document.revoke-links', subject: documentId });
  });
}

/**
 * Returns a function that reads the page of a link, with the current document. It returns
 * `undefined` for an unknown or expired link, and while the document is in the trash. `address` is
 * the guest's IP address.
 */
export function createPreviewPages({ database, publisher, now }: Services) {
  const { read } = database;
  /** Keyed by document and revision. Guests who arrive during a render share its page. */
  const pages = new LRUCache<string, RenderedPage, PreviewedBy & { documentId: string }>({
    maxSize: PAGES_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: PAGE_MS,
    ttlAutopurge: true,
    fetchMethod: (_key, _stale, { context }) => render(context),
    // Guests who are waiting get the page even if it's too large to cache.
    ignoreFetchAbort: true,
  });

  async function render({ documentId, ...by }: PreviewedBy & { documentId: string }) {
    const document = await findDocument(read, documentId);
    if (document === undefined) return undefined;
    const { kind, title, image, imageAlt, imageFocus, language, content } = document;
    const category = document.category || 'uncategorized';
    const categoryLabel = await draftLabel(read, category, document.categoryLabel || undefined);
    const cover = { image, imageAlt, imageFocus };
    const draft = { kind, title, category, categoryLabel, ...cover, language, content };
    return await publisher.preview({ ...draft, isShared: true }, by);
  }

  async function find(secret: string) {
    const found = await findPreviewLink(read, hashOf(secret), now());
    const isShown = found && found.document.status !== 'trashed' && works(found, now());
    return isShown ? found : undefined;
  }

  return async (secret: string, address: string): Promise<RenderedPage | undefined> => {
    const found = await find(secret);
    if (found === undefined) return undefined;
    const { id: documentId, revision } = found.document;
    const context = { documentId, address, userId: found.maker.id };
    const page = await pages.fetch(`${documentId}:${revision}`, { context });
    // The link may have ended during the render.
    return (await find(secret)) && page;
  };
}
