import { linkUrl } from '../../../../api/contract/urls.ts';

/**
 * Turns what an author types into an address that a post can store: `example.com` gets a scheme, an
 * email address gets `mailto:`. Returns null if it is not an address.
 */
export function linkAddress(typed: string): string | null {
  const value = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(value)) return linkUrl(`mailto:${value}`);
  if (/^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(value)) {
    return linkUrl(`https://${value}`);
  }
  return linkUrl(value);
}
