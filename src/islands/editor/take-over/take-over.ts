import type { Op } from 'quill/core.js';
import type { Document } from '../../../../api/contract/documents.ts';
import type { Draft } from '../../../stores/post-drafts.ts';
import { statusOf } from '../../ui/request.ts';
import { NO_SETTINGS, sendable } from '../form-state.ts';
import { findStored, isSame } from '../sync/rules.ts';
import type { DocumentServer } from '../sync/types.ts';
import { changedFields, type Values, valuesOf } from '../sync/values.ts';

export interface TakeOverTools {
  server: Pick<DocumentServer, 'create' | 'update' | 'get' | 'normalize'>;
  toHtml(ops: Op[]): Promise<string>;
  newClientId(): string;
  /** Stores a draft in this browser again. Throws if that fails. */
  store(draft: Draft): Promise<void>;
}

/**
 * Saves a draft of this browser on the server. Returns whether the server has it now: not if its
 * document has changed since then, because its author must decide. Throws an ApiFailure if a call
 * fails.
 */
export async function takeOver(draft: Draft, tools: TakeOverTools): Promise<boolean> {
  const values = await valuesOfDraft(draft, tools);
  if (draft.target === 'new') return await saveNew(draft, values, tools);
  const document = await findDocument(draft.target, tools);
  if (document) {
    const own = await findStored(document, draft.unanswered ?? [], tools.server);
    const base = own ? document.revision : revisionOf(draft, document);
    return await saveChanges(document, base, values, tools);
  }
  // The document was deleted for good, but not what was typed since.
  const { revision: _, startedFrom: _s, clientId: _c, unanswered: _u, ...kept } = draft;
  return await saveNew({ ...kept, target: 'new' }, values, tools);
}

async function saveNew(draft: Draft, values: Values, tools: TakeOverTools): Promise<boolean> {
  const { server, store, newClientId } = tools;
  const { kind, clientId = newClientId() } = draft;
  // A repeated attempt must find the document of this one.
  if (draft.clientId === undefined) await store({ ...draft, clientId });
  const document = await server.create({ ...values, ...(kind && { kind }), clientId });
  // If the draft had an id, an earlier attempt may have made the document, with other content.
  return draft.clientId === undefined || (await saveChanges(document, 1, values, tools));
}

/** Saves changes that started from a revision, unless the document has a later one by now. */
async function saveChanges(
  document: Document,
  revision: number | null,
  values: Values,
  { server }: TakeOverTools,
): Promise<boolean> {
  if (await isSame(document, values, server)) return true;
  if (document.status === 'trashed' || document.revision !== revision) return false;
  await server.update(document._id, {
    ...changedFields(valuesOf(document), values),
    revision: document.revision,
  });
  return true;
}

async function findDocument(id: string, { server }: TakeOverTools): Promise<Document | null> {
  try {
    return await server.get(id);
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** Drafts of earlier versions know when their post was last updated, but no revision. */
function revisionOf({ revision, startedFrom }: Draft, document: Document): number | null {
  if (revision !== undefined) return revision;
  return startedFrom === document.updatedAt ? document.revision : null;
}

async function valuesOfDraft(draft: Draft, { toHtml }: TakeOverTools): Promise<Values> {
  const { title, category, image, imageAlt = '', imageFocus = '', settings, ops } = draft;
  const content = ops && (await toHtml(ops));
  const cover = { image, imageAlt, imageFocus };
  const values = sendable(
    { title, category, ...cover, settings: settings ?? NO_SETTINGS },
    content,
  );
  if (settings) return values;
  const { tags: _, series: _s, featured: _f, language: _l, seo: _e, ...written } = values;
  return written;
}
