/** More words narrow a search no further in practice, and each one costs a look-up. */
const MAX_WORDS = 32;
/** In characters. The rest of a longer word is ignored: it then matches as the prefix it is. */
const MAX_WORD_LENGTH = 64;

/**
 * A word as unicode61 sees it: letters, numbers and private-use characters of any script, and the
 * combining accents (U+0300 to U+0331) within it, which it folds away.
 */
const WORD = /[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u0331])*/gu;

/**
 * Turns what somebody typed into an FTS5 query: every word, quoted (so that operators are plain words),
 * as a prefix, all of them required. Gives null when the text has no word.
 *
 * @example ftsQuery('React AND "hoo') // '"React"* "AND"* "hoo"*'
 */
export function ftsQuery(term: string): string | null {
  const words: string[] = [];
  for (const [word] of term.matchAll(WORD)) {
    words.push(
      `"${Array.from(word.slice(0, 2 * MAX_WORD_LENGTH))
        .slice(0, MAX_WORD_LENGTH)
        .join('')}"*`,
    );
    if (words.length === MAX_WORDS) break;
  }
  return words.length === 0 ? null : words.join(' ');
}
