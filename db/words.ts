// Splits texts and search terms into words. The database, the search index and the search page in
// the browser share this file, so they find the same posts.

/**
 * A word like those of SQLite's unicode61 tokenizer: letters, numbers and private-use characters of
 * any script, with the combining accents that the tokenizer knows.
 */
const WORD =
  /[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331])*/gu;
/** More words make a search slower and hardly narrow it. */
const MAX_WORDS = 8;
/** In characters. Longer words are truncated, and match as prefixes. */
export const MAX_WORD_LENGTH = 64;

const ASCII = /^[\0-\x7f]*$/;
const COMBINING = /^[\u0300-\u0331]$/;
const ACCENTED = /^[a-z]\p{Mn}+$/u;
/** Exceptions of unicode61: letters that keep their accents, and one that isn't an i. */
const EXCEPTIONS = new Map([
  ['ı', 'ı'],
  ['ǡ', 'ǡ'],
  ['Ǡ', 'ǡ'],
]);

/** Removes letter case and accents like unicode61, which only strips accents from a to z. */
function foldCharacter(character: string): string {
  const exception = EXCEPTIONS.get(character);
  if (exception !== undefined) return exception;
  if (COMBINING.test(character)) return '';
  // To uppercase first, so that all forms of a letter (`ς`, `σ`) become one.
  const upper = character.toUpperCase();
  const lower = (isSingle(upper) ? upper : character).toLowerCase();
  const parts = lower.normalize('NFD');
  if (ACCENTED.test(parts)) return parts.charAt(0);
  return isSingle(lower) ? lower : character;
}

const isSingle = (text: string) => [...text].length === 1;

/** Removes letter case and accents: `CRÈME` becomes `creme`. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  return [...word].map(foldCharacter).join('');
}

/** Returns the words of a text with their positions. */
export function matchWords(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(WORD);
}

/** Returns the distinct folded words of a text in order of first occurrence. */
export function wordsOf(text: string): string[] {
  const words = [...new Set(text.match(WORD))];
  return [...new Set(words.map(foldWord))];
}

export interface TermWord {
  /** As typed. */
  written: string;
  folded: string;
}

/**
 * Returns the words of a search term (at most 8). A post matches if each is a prefix of one of its
 * words. Words that are prefixes of other words in the term are redundant: `a an ant` becomes
 * `ant`.
 */
export function searchWords(term: string): TermWord[] {
  const words: TermWord[] = [];
  for (const [match] of matchWords(term)) {
    const written = firstCharacters(match, MAX_WORD_LENGTH);
    const word = { written, folded: foldWord(written) };
    if (words.some((other) => other.folded.startsWith(word.folded))) continue;
    const implied = words.findIndex((other) => word.folded.startsWith(other.folded));
    if (implied >= 0) words[implied] = word;
    else if (words.length === MAX_WORDS) break;
    else words.push(word);
  }
  return words;
}

export function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}
