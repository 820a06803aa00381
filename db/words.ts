// Splits texts and search terms into words. The database, the search index and the search page in
// the browser share this file, so they find the same posts.

const ASCII = /^[\0-\x7f]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
/**
 * Normalization sorts a row of marks in quadratic time, so long rows are cut. No word has 30 marks
 * on a letter (UAX #15, Stream-Safe Text Format).
 */
const MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
const ACCENTS = /(?<letter>[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** The stress marks of dictionaries, and the dots of `ё`. `й`, `ї` and `ќ` are other letters. */
const CYRILLIC_ACCENT = /(?<letter>[аеиоуыэюяіє]\p{M}*?)\u0301|(?<yo>е\p{M}*?)\u0308/gu;
/** Points and vowel marks of Hebrew and Arabic, and the Arabic line that stretches words. */
const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff\ufb1e]+/g;
const LETTERS = new Map([
  ['ς', 'σ'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ґ', 'г'],
]);
const MAPPED = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/**
 * Returns the normal form of a text. Two labels or names are the same if their normal forms are
 * equal: `Straße` and `STRASSE`, `Łódź` and `lodz`, but not `й` and `и`. Spaces and punctuation
 * stay, so `C`, `C++` and `C#` are three.
 *
 * Compatibility forms, invisible characters, letter case, accents of Latin and Greek letters, and
 * points of Arabic and Hebrew ones are gone.
 */
export function normalForm(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const apart = text.replace(IGNORABLE, '').replace(MANY_MARKS, '$1').normalize('NFKD');
  return foldCase(apart)
    .replace(ACCENTS, '$<letter>')
    .replace(CYRILLIC_ACCENT, '$<letter>$<yo>')
    .normalize('NFC')
    .replace(POINTS, '')
    .replace(MAPPED, (letter) => LETTERS.get(letter) ?? letter);
}

/**
 * Unicode's full case folding, which JavaScript lacks: to uppercase for `ß`, `ı` and `ﬁ`, and
 * before that to lowercase for `ẞ`.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

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
