import { FEED_ALIASES, FEED_PATH } from '../contract/urls.ts';

/**
 * Returns the address that a decoded one without a page may stand for, if there is a page at that
 * one: our feed, or the same address in lower case.
 */
export function otherAddress(path: string): string | undefined {
  const lower = path.toLowerCase();
  if (FEED_ALIASES.includes(lower)) return FEED_PATH;
  return lower === path ? undefined : lower;
}
