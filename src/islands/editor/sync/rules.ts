import type { Document } from '../../../../api/contract/documents.ts';
import type { DocumentServer, SyncStatus } from './types.ts';
import { changedFields, type Values, valuesOf } from './values.ts';

/** Browsers allow 64 KiB for all requests that outlive their page. */
const MAX_LAST_BYTES = 60_000;
/** In these states, saving waits for the author's decision. */
export const STUCK: readonly SyncStatus[] = ['conflict', 'trashed', 'gone'];

export function failureStatus(status: number, code?: string): SyncStatus {
  if (status === 0) return 'offline';
  // The page can't have its address: the author has to choose another one first.
  if (code === 'quota' || code === 'address') return 'refused';
  if (status === 401) return 'signed-out';
  // A 409 whose other version couldn't be loaded.
  return status >= 500 || status === 429 || status === 409 ? 'retrying' : 'refused';
}

/** Whether a version is what was sent, in the form in which the server stores it. */
export async function isSame(
  theirs: Document,
  sent: Values,
  { normalize }: Pick<DocumentServer, 'normalize'>,
): Promise<boolean> {
  const { content: _, ...others } = changedFields(valuesOf(theirs), sent);
  if (Object.keys(others).length > 0) return false;
  if (sent.content === undefined || sent.content === theirs.content) return true;
  const content = await normalize(sent).catch(() => null);
  return content === theirs.content;
}

/** Returns which of the sent versions the server has, if any. */
export async function findStored(
  theirs: Document,
  sent: readonly Values[],
  server: Pick<DocumentServer, 'normalize'>,
): Promise<Values | undefined> {
  for (const one of sent) if (await isSame(theirs, one, server)) return one;
  return undefined;
}

/** Whether the browser sends a request of this size after its page is closed. */
export function fitsLastRequest(body: object): boolean {
  return new Blob([JSON.stringify(body)]).size <= MAX_LAST_BYTES;
}
