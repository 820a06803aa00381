import type { DocumentRow } from '../../db/queries/documents.ts';

/** Returns whether there is a public post. */
export function isPublic(document: Pick<DocumentRow, 'publishedRevision' | 'status'>): boolean {
  return document.publishedRevision !== null && document.status !== 'trashed';
}

/** Returns the status of a document that isn't scheduled, hidden or in the trash. */
export function plainStatus({
  publishedRevision,
  revision,
}: Pick<DocumentRow, 'publishedRevision' | 'revision'>) {
  if (publishedRevision === null) return 'draft' as const;
  return publishedRevision === revision ? ('published' as const) : ('changed' as const);
}

/** Returns the `updatedAt` of a change. It must grow even if the clock was set back. */
export function nextUpdatedAt({ updatedAt }: Pick<DocumentRow, 'updatedAt'>, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));
}
