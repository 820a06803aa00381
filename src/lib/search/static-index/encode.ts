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

/**
 * Returns the distinct words of a text, encoded and separated by spaces. Their ends are marked:
 * otherwise Pagefind also finds words that are the beginning of the term.
 */
export function indexWords(text: string): string {
  return wordsOf(text)
    .map((word) => encodePrefix(word) + END)
    .join(' ');
}

/** Whether a text, as `indexWords` returns it, has a word with this prefix. */
export function hasPrefix(words: string, prefix: string): boolean {
  return words.startsWith(prefix) || words.includes(` ${prefix}`);
}
