import { call } from '../../../lib/api.ts';
import type { DocumentServer } from './types.ts';

export const server: DocumentServer = {
  create: (body) => call('POST /api/document/create', { body }),
  saveAtEnd(documentId, body) {
    const [method, path] =
      documentId === null ? ['POST', 'create'] : ['PUT', `update/${documentId}`];
    const headers = { 'content-type': 'application/json' };
    // The browser finishes it without the page, if it's smaller than 64 KiB.
    const request = { method, headers, keepalive: true, body: JSON.stringify(body) };
    fetch(`/api/document/${path}`, request).catch(() => undefined);
  },
  update: (documentId, body) =>
    call('PUT /api/document/update/:id', { id: documentId, body: { ...body, autosave: true } }),
  get: (documentId) => call('GET /api/document/:id', { id: documentId }),
  normalize: async ({ title = '', category = '', content = '' }) =>
    (await call('POST /api/post/preview', { body: { title, category, content } })).content,
};

/** Returns the id for a new document: 24 hexadecimal digits. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
