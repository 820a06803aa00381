import type {
  Document,
  DocumentAuthor,
  DocumentChanges,
  DocumentList,
  DocumentQuery,
  ListedPreviewLink,
  NewDocument,
  PreviewLink,
  PublishResult,
  Revision,
  RevisionContent,
  SeriesUse,
  TagUse,
} from '../../api/contract/documents.ts';
import type { Success } from '../../api/contract/responses.ts';
import { type CallOptions, id, json } from './api.ts';

/** What can be done with a document besides changing it. */
export type DocumentAction = 'unschedule' | 'unpublish' | 'trash' | 'restore' | 'discard';

/**
 * Sends a last save while the page closes. The browser finishes the request without the page, if
 * it's smaller than 64 KiB. Never throws or reports the outcome.
 */
export function saveAtEnd(documentId: string | null, body: NewDocument | DocumentChanges): void {
  const [method, path] =
    documentId === null ? ['POST', 'create'] : ['PUT', `update/${id(documentId)}`];
  const headers = { 'content-type': 'application/json' };
  const request = { method, headers, keepalive: true, body: JSON.stringify(body) };
  fetch(`/api/document/${path}`, request).catch(() => undefined);
}

/** The calls of writers. Like those of `api`, they throw an ApiFailure. */
export const documentsApi = {
  create: (body: NewDocument) => json<Document>('POST /api/document/create', { body }),
  list: (query: DocumentQuery = {}, options?: CallOptions) =>
    json<DocumentList>('GET /api/document/getdocuments', {
      query: { ...query, content: 0 },
      ...options,
    }),
  get: (documentId: string, options?: CallOptions) =>
    json<Document>(`GET /api/document/${id(documentId)}`, options),
  /** A 409 has the current `document` in its body. */
  update: (documentId: string, body: DocumentChanges, options?: CallOptions) =>
    json<Document>(`PUT /api/document/update/${id(documentId)}`, { body, ...options }),
  /** `at`: an ISO time; in the future, the document is scheduled. */
  publish: (documentId: string, body: { revision: number; at?: string }) =>
    json<PublishResult>(`POST /api/document/publish/${id(documentId)}`, { body }),
  /** `discard` returns a changed document to what is public. */
  act: (action: DocumentAction, documentId: string) =>
    json<Document>(`POST /api/document/${action}/${id(documentId)}`),
  duplicate: (documentId: string) =>
    json<Document>(`POST /api/document/duplicate/${id(documentId)}`),
  /** Deletes a document in the trash for good. */
  delete: (documentId: string) => json<Success>(`DELETE /api/document/delete/${id(documentId)}`),
  revisions: (documentId: string, options?: CallOptions) =>
    json<{ revisions: Revision[] }>(`GET /api/document/revisions/${id(documentId)}`, options),
  revision: (documentId: string, number: number, options?: CallOptions) =>
    json<RevisionContent>(`GET /api/document/revisions/${id(documentId)}/${number}`, options),
  restoreRevision: (documentId: string, body: { number: number; revision: number }) =>
    json<Document>(`POST /api/document/restorerevision/${id(documentId)}`, { body }),
  nameRevision: (documentId: string, number: number, name: string) =>
    json<Success>(`PUT /api/document/revisions/${id(documentId)}/${number}`, { body: { name } }),
  /** The links that still work. Their addresses can't be shown again. */
  previewLinks: (documentId: string, options?: CallOptions) =>
    json<{ links: ListedPreviewLink[] }>(
      `GET /api/document/previewlink/${id(documentId)}`,
      options,
    ),
  authors: (options?: CallOptions) =>
    json<{ authors: DocumentAuthor[] }>('GET /api/document/authors', options),
  tags: (options?: CallOptions) => json<{ tags: TagUse[] }>('GET /api/document/tags', options),
  series: (options?: CallOptions) =>
    json<{ series: SeriesUse[] }>('GET /api/document/series', options),
  createPreviewLink: (documentId: string, days?: number) =>
    json<PreviewLink>(`POST /api/document/previewlink/${id(documentId)}`, {
      body: days === undefined ? {} : { days },
    }),
  revokePreviewLinks: (documentId: string) =>
    json<Success>(`DELETE /api/document/previewlink/${id(documentId)}`),
};
