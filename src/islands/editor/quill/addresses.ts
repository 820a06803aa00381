import { linkUrl } from '../../../../api/contract/urls.ts';

/**
 * Returns the address that an author typed as it's stored, or null if it's no address. Words such
 * as "about" would be valid relative addresses, which lead nowhere on most pages.
 */
export function typedAddress(typed: string): string | null {
  const address = linkAddress(typed);
  if (address === null || !/^([a-z]+:|[/#?]|\.\.?\/)/i.test(address)) return null;
  return /\s/.test(address) ? (URL.parse(address)?.href ?? null) : address;
}

/** Returns an address as it's stored, with `https://` or `mailto:`, or null if it's invalid. */
export function linkAddress(typed: string): string | null {
  const value = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:.]+(?:\.[^\s@/:.]+)+$/.test(value)) return linkUrl(`mailto:${value}`);
  if (/^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(value)) {
    return linkUrl(`https://${value}`);
  }
  return linkUrl(value);
}
