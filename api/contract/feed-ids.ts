import { escapeXml } from './xml.ts';

/** Public origins, without a trailing slash. */
export interface FeedOrigins {
  site: string;
  /** The site's first origin. */
  ids: string;
}

/**
 * Returns the `guid` of a feed item. Feed readers identify items by it, so it keeps the site's
 * first origin, even after the site has moved.
 */
export function guidElement(path: string, { site, ids }: FeedOrigins): string {
  return `<guid isPermaLink="${ids === site}">${escapeXml(ids + path)}</guid>`;
}
