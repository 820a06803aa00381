// Compares and splits texts in any script. Tags, names, both search indexes, search terms and the
// marks in results use these functions, so they agree on which words are the same.
//
// - Identity of labels and names: `normalForm` of the whole text.
// - Search: `wordsOf` a text, and `searchPrefixes` of a term.
// - Marks in results: `searchWords` of a term, and `tokensOf` the normal form of a text.

/**
 * If you change the words that these functions return, increment this and add a migration, so that
 * older nodes stop. Search indexes contain this number, and are rebuilt when it changes. If you
 * change `normalForm`, labels and usernames also need new keys (label-keys.ts).
 */
export const WORDS_VERSION = 2;
/** More words make a search slower and hardly narrow it. */
const MAX_WORDS = 8;
/** The same limit for the pairs of a long run without spaces. */
const MAX_PAIRS = 8;
/** In characters. Longer words are truncated, and match as prefixes. */
const MAX_WORD_LENGTH = 64;

const ASCII = /^[\0-\x7f]*$/;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}+/gu;
/**
 * Normalization sorts a row of marks in quadratic time, so long rows are cut. No word has 30 marks
 * on a letter (UAX #15, Stream-Safe Text Format).
 */
const MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
const ACCENTS = /(?<letter>[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** Stress marks in dictionaries, and the dots of `ё`. `й` and `ї` are separate letters. */
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
 * equal: `Straße` and `STRASSE`, `Łódź` and `lodz`, but not `й` and `и`. Spaces and
 * punctuation stay, so `C`, `C++` and `C#` are three.
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
 * Unicode's full case folding, which JavaScript lacks: uppercase handles `ß`, `ı` and `ﬁ`, and
 * lowercase before that handles `ẞ`.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

/** A part of a text in normal form. */
export interface Token {
  text: string;
  /** In code units of the normal form. */
  start: number;
  /** Whether it's a run of letters without spaces. Searches look for its pairs of letters. */
  isRun?: boolean;
  /** A part of the name before it: `node` and `js` of `node.js`. */
  isPart?: boolean;
}

/** Scripts without spaces between words. Unicode reserves the last range for Han. */
const SPACELESS =
  '(?:(?=[\\p{L}\\p{M}\\p{N}])[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u3006\\u30fc\\u{20000}-\\u{3fffd}])';
const HAS_SPACELESS = new RegExp(SPACELESS, 'u');

/** Whether a text has characters of scripts without spaces between words. */
export const hasSpaceless = (text: string): boolean => HAS_SPACELESS.test(text);
const RUN_OR_WORD = new RegExp(`${SPACELESS}(?:${SPACELESS}|\\p{M})*|(?:(?!${SPACELESS}).)+`, 'gu');
/**
 * Letters, numbers and private-use characters of any script with their marks, and the symbols in
 * names: `.NET`, `C++`, `C#`, `Node.js`.
 */
const WORD =
  /\.(?<dotNet>net)(?![\p{L}\p{N}])|(?<word>[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*)(?<suffix>\+\+|#|\.(?:js|net)(?![\p{L}\p{N}]))?/gu;

/** Unicode classes them as letters. Search treats them like the apostrophe on keyboards. */
const APOSTROPHES = /[\u02bb\u02bc]/g;

/** Yields the words, runs and names of a text in normal form. */
export function* tokensOf(normal: string): Generator<Token> {
  for (const { 0: match, index, groups } of normal.replace(APOSTROPHES, "'").matchAll(WORD)) {
    const { dotNet, word = '', suffix = '' } = groups ?? {};
    if (dotNet !== undefined) {
      yield { text: match, start: index };
      yield { text: dotNet, start: index + 1, isPart: true };
      continue;
    }
    const parts = HAS_SPACELESS.test(word)
      ? [...partsOf(word, index)]
      : [{ text: word, start: index }];
    const last = parts.at(-1);
    const isName = last !== undefined && !last.isRun && makesName(last.text, suffix);
    if (!isName) {
      yield* parts;
      continue;
    }
    yield* parts.slice(0, -1);
    yield { text: last.text + suffix, start: last.start };
    yield { ...last, isPart: true };
    // `.NET` finds `ASP.NET`, too.
    if (suffix === '.net') yield { text: suffix, start: index + word.length, isPart: true };
    if (suffix.startsWith('.')) {
      yield { text: suffix.slice(1), start: index + word.length + 1, isPart: true };
    }
  }
}

/** Splits a sequence of letters into runs and words: `数据库api`, `2024年`. */
function* partsOf(letters: string, start: number): Generator<Token> {
  for (const { 0: text, index } of letters.matchAll(RUN_OR_WORD)) {
    yield { text, start: start + index, ...(HAS_SPACELESS.test(text) && { isRun: true }) };
  }
}

/** `C#` and `F#` are names; `12#` isn't. */
function makesName(word: string, suffix: string): boolean {
  return suffix === '#' ? /^[a-z]$/.test(word) : suffix !== '';
}

/**
 * Returns the distinct words of a text in order of first occurrence, for a search index. A run is
 * split into pairs of neighboring characters, and its last character.
 */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const { text: word, isRun } of tokensOf(normalForm(text))) {
    if (isRun) for (const pair of pairsOf(word)) words.add(pair);
    else words.add(firstCharacters(word, MAX_WORD_LENGTH));
  }
  return [...words];
}

function* pairsOf(run: string): Generator<string> {
  let previous = '';
  for (const character of run) {
    if (previous !== '') yield previous + character;
    previous = character;
  }
  yield previous;
}

/** A word of a search term. */
export interface SearchWord {
  /** In normal form. */
  text: string;
  isRun: boolean;
  /** A text has the word if each of these is a prefix of one of the text's words. */
  prefixes: string[];
}

/**
 * Returns the words of a search term (at most 8). A text matches if it has each of them. Words that
 * are prefixes of other words in the term are redundant: `a an ant` becomes `ant`.
 */
export function searchWords(term: string): SearchWord[] {
  const words: SearchWord[] = [];
  for (const { text: whole, isRun = false, isPart } of tokensOf(normalForm(term))) {
    if (isPart) continue;
    const text = firstCharacters(whole, MAX_WORD_LENGTH);
    if (words.some((other) => other.text.startsWith(text))) continue;
    const word = { text, isRun, prefixes: isRun ? pairsIn(text) : [text] };
    const implied = words.findIndex((other) => text.startsWith(other.text));
    if (implied >= 0) words[implied] = word;
    else if (words.length === MAX_WORDS) break;
    else words.push(word);
  }
  return words;
}

/** Returns the pairs of a run in a search term, or its only character. */
function pairsIn(run: string): string[] {
  const pairs = [...pairsOf(firstCharacters(run, MAX_PAIRS + 1))];
  return pairs.length > 1 ? pairs.slice(0, -1) : pairs;
}

/** Returns the distinct prefixes that a text must have to match a search term. */
export function searchPrefixes(term: string): string[] {
  const prefixes = [...new Set(searchWords(term).flatMap((word) => word.prefixes))];
  return prefixes.filter((prefix) =>
    prefixes.every((other) => other === prefix || !other.startsWith(prefix)),
  );
}

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}
