/**
 * The words of texts and of search terms. No imports: the database, the search index and the search
 * page in the browser all use it, so that they find the same posts.
 */

/**
 * A word as SQLite's unicode61 tokenizer sees it: letters, numbers and private-use characters of any
 * script, and the combining accents within it that the tokenizer knows.
 */
const WORD =
  /[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331])*/gu;
/** The cost of a search grows with its words, and more of them hardly narrow it. */
const MAX_WORDS = 8;
/** In characters. The rest of a longer word is ignored: it then matches as the prefix it is. */
const MAX_WORD_LENGTH = 64;

const ASCII = /^[\0-\x7f]*$/;
const COMBINING = /^[\u0300-\u0331]$/;
const ACCENTED = /^[a-z]\p{Mn}+$/u;
/** The only letters of its kind whose accents unicode61 keeps, and one that it does not take for an i. */
const AS_THEY_ARE = new Map([
  ['ı', 'ı'],
  ['ǡ', 'ǡ'],
  ['Ǡ', 'ǡ'],
]);

/** A character without letter case and accent, as unicode61 folds it: accents only of the letters a to z. */
function foldCharacter(character: string): string {
  const kept = AS_THEY_ARE.get(character);
  if (kept !== undefined) return kept;
  if (COMBINING.test(character)) return '';
  // Both ways, so that all forms of a letter (`ς`, `σ`) become one.
  const upper = character.toUpperCase();
  const lower = (isOne(upper) ? upper : character).toLowerCase();
  const parts = lower.normalize('NFD');
  if (ACCENTED.test(parts)) return parts.charAt(0);
  return isOne(lower) ? lower : character;
}

const isOne = (text: string) => [...text].length === 1;

/** Folds by character. Visitors choose the characters of a term, so there is a limit. */
const folds = new Map<string, string>();
const MAX_FOLDS = 4_096;

/** A word without letter case and accents: `CRÈME` is `creme`. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  let result = '';
  for (const character of word) {
    let fold = folds.get(character);
    if (fold === undefined) {
      fold = foldCharacter(character);
      if (folds.size === MAX_FOLDS) folds.clear();
      folds.set(character, fold);
    }
    result += fold;
  }
  return result;
}

/** The words of a text as they are written, with their places. */
export function matchWords(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(WORD);
}

/** The words of a text, folded, each once, in the order of their first place. */
export function wordsOf(text: string): string[] {
  const words = new Set(text.match(WORD));
  const results = new Set<string>();
  for (const word of words) results.add(foldWord(word));
  return [...results];
}

/** A word of a search term. */
export interface TermWord {
  /** As it was typed. */
  written: string;
  folded: string;
}

/**
 * The words that a search term asks for: a post matches when each of them starts one of its words. A word
 * that starts another one of the term is left out, because the longer one implies it: `a an ant` asks for
 * `ant`. The first 8 that remain count.
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

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('');
}
