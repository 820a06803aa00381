/**
 * A word as SQLite's unicode61 tokenizer sees it (db/queries/fts.ts): letters, numbers and private-use
 * characters of any script, and the combining accents within it that the tokenizer knows.
 */
const WORD =
  /[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331])*/gu;
/** As many words, and as much of each, as the API looks at. */
const MAX_WORDS = 32;
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

const folded = new Map<string, string>();

/** A word without letter case and accents: `CRÈME` is `creme`. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  let result = '';
  for (const character of word) {
    let fold = folded.get(character);
    if (fold === undefined) {
      fold = foldCharacter(character);
      folded.set(character, fold);
    }
    result += fold;
  }
  return result;
}

/** The words of a text, folded, each once, in the order of their first place. */
export function wordsOf(text: string): string[] {
  const words = new Set(text.match(WORD));
  const results = new Set<string>();
  for (const word of words) results.add(foldWord(word));
  return [...results];
}

/** The words of a search term, each once; a post fits when each of them begins one of its words. */
export function termWords(term: string): string[] {
  const words = (term.match(WORD) ?? []).slice(0, MAX_WORDS).map(foldWord);
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join('')))];
}

/** A stretch of a text; `marked` when it is a word that was looked for. */
export interface TextPart {
  text: string;
  marked: boolean;
}

/** A text in parts, those marked which begin with one of the (folded) words. */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let plainFrom = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldWord(word);
    if (!words.some((wanted) => folded.startsWith(wanted))) continue;
    if (index > plainFrom) parts.push({ text: text.slice(plainFrom, index), marked: false });
    parts.push({ text: word, marked: true });
    plainFrom = index + word.length;
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom), marked: false });
  return parts;
}
