import { api } from '../../../lib/api.ts';
import { documentsApi, saveAtEnd } from '../../../lib/documents-api.ts';
import type { DocumentServer } from './types.ts';

export const server: DocumentServer = {
  create: documentsApi.create,
  saveAtEnd,
  update: (documentId, body) => documentsApi.update(documentId, { ...body, autosave: true }),
  get: (documentId) => documentsApi.get(documentId),
  normalize: async ({ title = '', category = '', content = '' }) =>
    (await api.previewPost({ title, category, content })).content,
};

/** Returns the id for a new document: 24 hexadecimal digits. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
