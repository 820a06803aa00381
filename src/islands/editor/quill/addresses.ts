import { linkify } from '../../../../api/contract/links.ts';
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

/** An email address in text, without the punctuation around it. */
const EMAIL_IN_TEXT =
  /(?<![^\s"'(<[{,;:])[^\s@/:"'()<>[\]{},;]+@(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+(?![\p{L}\p{N}@/]|:\S)/gu;

export interface FoundAddress {
  index: number;
  length: number;
  /** As it's stored. */
  url: string;
}

/**
 * Returns the addresses in a text: those with http, https or `www.`, and email addresses.
 * Punctuation and brackets around them aren't part of them.
 */
export function addressesIn(text: string): FoundAddress[] {
  const found: { index: number; text: string }[] = [];
  let index = 0;
  for (const piece of linkify(text)) {
    if (piece.href !== undefined) found.push({ index, text: piece.text });
    else {
      for (const match of piece.text.matchAll(EMAIL_IN_TEXT)) {
        found.push({ index: index + match.index, text: match[0] });
      }
    }
    index += piece.text.length;
  }
  return found.flatMap(({ index, text: address }) => {
    const url = linkAddress(address);
    return url === null ? [] : [{ index, length: address.length, url }];
  });
}

export function addressesAtEnd(text: string): FoundAddress[] {
  const lastWord = text.length - (/\S*$/.exec(text)?.[0].length ?? 0);
  return addressesIn(text).filter(({ index }) => index >= lastWord);
}

/** Longer addresses aren't stored. */
const MAX_LENGTH = 2048;

/**
 * Returns the address if the text is nothing else, or null. Without a scheme, it must have a path:
 * `Node.js` is a word.
 */
export function onlyAddress(text: string): string | null {
  const value = text.length > 2 * MAX_LENGTH ? '' : trimUnseen(text);
  if (value === '' || /\s/.test(value)) return null;
  if (EMAIL.test(value) || /^(?:mailto|tel):./i.test(value)) return linkAddress(value);
  const isWeb = /^(?:https?:\/\/|www\.)/i.test(value);
  return isWeb || (HOST.test(value) && value.includes('/')) ? webAddress(value) : null;
}

function webAddress(text: string): string | null {
  const url = linkAddress(text);
  const host = url === null ? undefined : URL.parse(url)?.hostname;
  return host !== undefined && /[.:]|^localhost$/.test(host) ? url : null;
}
