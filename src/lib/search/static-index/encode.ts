import { wordsOf } from '../../../../db/words.ts';

/** Marks the end of a word. No character has this code: they end at U+10FFFF. */
const END = 'qzzzzz';
const PLAIN = /^[a-pr-z0-9]$/;

/**
 * Encodes a word in letters and digits, so that Pagefind doesn't split, stem or fold it its
 * own way: characters other than a to z and digits become `q` and five letters. The code of a
 * prefix is a prefix of the word's code.
 */
export function encodePrefix(word: string): string {
  return Array.from(word, (each) => (PLAIN.test(each) ? each : escaped(each))).join('');
}

function escaped(character: string): string {
  let rest = character.codePointAt(0) ?? 0;
  let letters = '';
  for (let place = 0; place < 5; place++) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
    rest = Math.floor(rest / 26);
  }
  return `q${letters}`;
}

/** Before a word of a title. No text has this character: it's reserved for private use. */
const TITLE_MARK = '\ue000';

/** Encodes the prefix of a word for a search in titles only. */
export const encodeTitlePrefix = (word: string) => encodePrefix(TITLE_MARK + word);

/** The words of a post: of all its texts, and once more those of the title, for the ranking. */
export function postWords(title: string, texts: readonly string[]): string {
  const ofTitle = wordsOf(title).map((word) => encodeTitlePrefix(word) + END);
  return [indexWords([title, ...texts].join(' ')), ...ofTitle].join(' ');
}

/** Encodes a whole word. */
export const encodeWord = (word: string) => encodePrefix(word) + END;

/**
 * Returns the distinct words of a text, encoded and separated by spaces. Their ends are marked:
 * otherwise Pagefind also finds words that are the beginning of the term.
 */
export function indexWords(text: string): string {
  return wordsOf(text).map(encodeWord).join(' ');
}

/** Whether a text, as `indexWords` returns it, has a word with this prefix. */
export function hasPrefix(words: string, prefix: string): boolean {
  return words.startsWith(prefix) || words.includes(` ${prefix}`);
}
