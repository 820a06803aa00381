import { linkUrl } from '../../../../api/contract/urls.ts';

/** Returns the address to store, with `https://` or `mailto:`, or null if it is invalid. */
export function linkAddress(typed: string): string | null {
  const value = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(value)) return linkUrl(`mailto:${value}`);
  if (/^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(value)) {
    return linkUrl(`https://${value}`);
  }
  return linkUrl(value);
}
