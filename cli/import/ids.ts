import { createHash } from 'node:crypto';

/**
 * Returns the id of an imported record. The same record always gets the same id, so that importing
 * it again changes nothing. `site` is the old site's address, or another name of the source.
 */
export function stableId(kind: string, site: string, foreignId: string | number): string {
  const name = JSON.stringify([kind, site, String(foreignId)]);
  // 24 digits would look like an ObjectId, which begins with a time.
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}
