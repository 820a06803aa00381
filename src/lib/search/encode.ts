import { wordsOf } from '../../../db/words.ts';

/** Stands for the end of a word. Five letters can be no character: they stop at U+10FFFF. */
const END = 'qzzzzz';
const PLAIN = /^[a-pr-z0-9]$/;

/**
 * A folded word in letters and digits alone, so that Pagefind has nothing to take apart, stem or fold in
 * its own way. What begins a word begins its code. Characters other than a to z and digits are a `q` and
 * five letters.
 */
export function encodePrefix(word: string): string {
  let code = '';
  for (const character of word) code += PLAIN.test(character) ? character : escaped(character);
  return code;
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

/** Longer words can only be found by their beginning: as much of it as a search looks at. */
const MAX_WORD_LENGTH = 64;

/**
 * The words of a text as the index holds them: each once, with its end marked (else Pagefind takes a word
 * that is the beginning of the one looked for as found), a blank between two.
 */
export function indexWords(text: string): string {
  const words = wordsOf(text).map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''));
  return [...new Set(words)].map((word) => encodePrefix(word) + END).join(' ');
}

/** Does a text, given as `indexWords` gives it, have a word with this beginning? */
export function hasPrefix(words: string, prefix: string): boolean {
  return words.startsWith(prefix) || words.includes(` ${prefix}`);
}
