import { FEED_ALIASES, FEED_PATH } from '../contract/urls.ts';

/**
 * Returns a path to try when a decoded path has no page: our feed for a feed alias, or the path in
 * lowercase.
 */
export function otherAddress(path: string): string | undefined {
  const lower = path.toLowerCase();
  if (FEED_ALIASES.includes(lower)) return FEED_PATH;
  return lower === path ? undefined : lower;
}
