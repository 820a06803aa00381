import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/client.ts';
import { findDocument } from '../../db/queries/documents.ts';
import {
  deletePreviewLink,
  deletePreviewLinks,
  findPreviewLink,
  insertPreviewLink,
  listPreviewLinks,
  type PreviewLinkWithMaker,
} from '../../db/queries/preview-links.ts';
import { auditAs } from '../audit/record.ts';
import { can } from '../auth/permissions.ts';
import { isSuspended } from '../auth/suspension.ts';
import type { Caller } from '../auth/write.ts';
import {
  type ListedPreviewLink,
  MAX_PREVIEW_LINKS,
  type PreviewLink,
} from '../contract/documents.ts';
import { ConflictError } from '../errors.ts';
import { draftLabel } from '../posts/category-label.ts';
import type { PreviewedBy, RenderedPage } from '../publish/types.ts';
import type { Services } from '../services.ts';
import { requireNotTrashed, writeDocument } from './write.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET_BYTES = 32;
/** A draft of the largest size has a page of 1.3 MB. */
const PAGES_BYTES = 8 * 1024 * 1024;
/** What a page shows besides the document (its pictures, the date) may be this old. */
const PAGE_MS = 60_000;

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
    await requireRoom(tx, documentId, createdAt);
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

/**
 * Throws a ConflictError if a document has all the links it may have. Deletes links that ended with
 * their makers' access, so that they don't come back beyond that number.
 */
async function requireRoom(tx: Db, documentId: string, now: Date): Promise<void> {
  const links = await listPreviewLinks(tx, documentId, now);
  const working = links.filter((found) => works(found, now));
  if (working.length >= MAX_PREVIEW_LINKS) {
    throw new ConflictError(
      `This post has ${MAX_PREVIEW_LINKS} preview links that work. End them before you create another one.`,
    );
  }
  for (const found of links) {
    if (!working.includes(found)) await deletePreviewLink(tx, found.link.idHash);
  }
}

/** Whether the maker of a link may still write the document. Otherwise, the link has ended. */
function works({ document, maker, lacksSecondFactor }: PreviewLinkWithMaker, now: Date): boolean {
  const mayWrite = can(maker, 'document.write', { owner: document.userId });
  return mayWrite && !lacksSecondFactor && !isSuspended(maker, now);
}

/** Returns the links of a document that work, oldest first. */
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
    await auditAs(tx, services, caller, {
      ...{ action: 'document.revoke-links', subject: documentId },
    });
  });
}

/**
 * Returns a function that returns the page that a link shows: the document as it is now.
 * `undefined` for an unknown or ended link, and while the document is in the trash. `address`: the
 * guest's.
 */
export function createPreviewPages({ database, publisher, now }: Services) {
  const { read } = database;
  /** By document and revision. Guests who come while a page is rendered share it. */
  const pages = new LRUCache<string, RenderedPage, PreviewedBy & { documentId: string }>({
    maxSize: PAGES_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: PAGE_MS,
    ttlAutopurge: true,
    fetchMethod: (_key, _stale, { context }) => render(context),
    // A page that is too large to keep is still for those who wait for it.
    ignoreFetchAbort: true,
  });

  async function render({ documentId, ...by }: PreviewedBy & { documentId: string }) {
    const document = await findDocument(read, documentId);
    if (document === undefined) return undefined;
    const { title, category, categoryLabel: typed, image, imageAlt, content } = document;
    const draft = { title, category: category || 'uncategorized', image, imageAlt, content };
    const categoryLabel = await draftLabel(read, draft.category, typed || undefined);
    return await publisher.preview({ ...draft, categoryLabel, isShared: true }, by);
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
    // It may have ended while its page was rendered.
    return (await find(secret)) && page;
  };
}
