import { escapeXml } from './xml.ts';

/** Public origins, without a trailing slash. */
export interface FeedOrigins {
  site: string;
  /** The first one that the site had. */
  ids: string;
}

/**
 * Returns the `guid` of an item in a feed. Feed readers recognize items by it, so it keeps the first
 * origin of the site. After a move it's no longer the item's address.
 */
export function guidElement(path: string, { site, ids }: FeedOrigins): string {
  return `<guid isPermaLink="${ids === site}">${escapeXml(ids + path)}</guid>`;
}
