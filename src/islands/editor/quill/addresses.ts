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

/** Letters of any script, as in `münchen.de`, `пример.рф`. Some keyboards type `。`. */
const HOST =
  /^(?:[\p{L}\p{M}\p{N}_-]+[.\u3002\uff0e\uff61])+\p{L}[\p{L}\p{M}\p{N}-]+(?::\d+)?(?:[/?#]|$)/u;
const EMAIL = /^[^\s@/:]+@[^\s@/:.]+(?:\.[^\s@/:.]+)+$/;
/** Copying often adds spaces and invisible characters at the ends. */
const UNSEEN = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Returns an address as it's stored, with `https://` or `mailto:`, or null if it's invalid. */
export function linkAddress(typed: string): string | null {
  const value = trimUnseen(typed);
  if (EMAIL.test(value)) return linkUrl(`mailto:${value}`);
  return linkUrl(HOST.test(value) ? `https://${value}` : value);
}

function trimUnseen(text: string): string {
  const characters = [...text];
  const isSeen = (character: string) => !UNSEEN.test(character);
  const end = characters.findLastIndex(isSeen) + 1;
  return characters.slice(Math.max(0, characters.findIndex(isSeen)), end).join('');
}
