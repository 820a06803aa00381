/**
 * A word as SQLite's unicode61 tokenizer sees it (db/queries/fts.ts): letters, numbers and private-use
 * characters of any script, and the combining accents within it.
 */
const WORD = /[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u0331])*/gu;
/** As many words, and as much of each, as the API looks at. */
const MAX_WORDS = 32;
const MAX_WORD_LENGTH = 64;

/** A word without letter case and accents: `CRÈME` is `creme`. */
export function foldWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
}

/** The words of a text, folded, in their order. */
export function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => foldWord(word)).filter((word) => word !== '');
}

/** The words of a search term, each once; a post fits when each of them begins one of its words. */
export function termWords(term: string): string[] {
  const words = wordsOf(term).slice(0, MAX_WORDS);
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
