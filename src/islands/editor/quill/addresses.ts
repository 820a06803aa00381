import { linkUrl } from '../../../../api/contract/urls.ts';

/**
 * What somebody types as the address of a link, as it can be stored: `example.com` gets its scheme, an
 * email address its `mailto:`. Null when nothing can be made of it.
 */
export function linkAddress(typed: string): string | null {
  const value = typed.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(value)) return linkUrl(`mailto:${value}`);
  if (/^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(value)) {
    return linkUrl(`https://${value}`);
  }
  return linkUrl(value);
}
