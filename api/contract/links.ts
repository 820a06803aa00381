export interface Piece {
  text: string;
  href?: string;
}

/**
 * Spaces, quotes, and non-ASCII punctuation that ends a sentence or a part of one, such as `。`,
 * `؟`, and `।`.
 */
const END = '[\\s\\p{Cc}<>"`“”„«»‹›…]|(?![!-~])\\p{Terminal_Punctuation}';
/**
 * The start of another address. After one of the excluded characters, it's part of the first one:
 * `https://web.archive.org/web/https://example.com`.
 */
const NEXT = '(?<=[^/=:?&#])https?://|(?<=[,;|])www\\.';
const ADDRESS = new RegExp(`(?:https?://|(?<![a-z\\d])www\\.)(?:(?!${END}|${NEXT})[^])+`, 'giu');

const BRACKETS = '()[]{}（）［］｛｝「」『』｢｣【】〔〕〖〗《》〈〉';
const BRACKET = new RegExp(`[${BRACKETS.replace(/[[\]]/g, '\\$&')}]`, 'g');
/** Characters that can be part of an address, but rarely end it. */
const PUNCTUATION = /[!'(*,.:;?[{|]|(?![!-~])\p{P}/u;

/** Splits plain text into text and links. Only http and https URLs become links. */
export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(ADDRESS)) {
    const link = trimEnd(untilClosed(run), text[index - 1]);
    const href = toUrl(link);
    if (href === undefined) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: link, href });
    end = index + link.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Returns the number of links that `linkify` finds. */
export function countLinks(text: string): number {
  return linkify(text).filter(({ href }) => href !== undefined).length;
}

/** Cuts the address at a closing bracket whose opening bracket isn't in the address. */
function untilClosed(run: string): string {
  const expected: string[] = [];
  for (const { 0: bracket, index } of run.matchAll(BRACKET)) {
    const position = BRACKETS.indexOf(bracket);
    if (position % 2 === 0) expected.push(BRACKETS.charAt(position + 1));
    else if (expected.pop() !== bracket) return run.slice(0, index);
  }
  return run;
}

/**
 * Removes punctuation at the end. Keeps `_` and `~`, unless the same character precedes the link.
 */
function trimEnd(link: string, before: string | undefined): string {
  let { length } = link;
  for (; length > 0; length--) {
    const last = link.charAt(length - 1);
    const isEmphasis = '_~'.includes(last) && last === before;
    if (!isEmphasis && (isClosing(last) || !PUNCTUATION.test(last))) break;
  }
  return link.slice(0, length);
}

const isClosing = (character: string) => BRACKETS.indexOf(character) % 2 === 1;

function toUrl(link: string): string | undefined {
  const url = URL.parse(/^www\./i.test(link) ? `https://${link}` : link);
  return url && url.hostname !== '' && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
