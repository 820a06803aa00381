import { foldWord, matchWords, searchWords } from '../../../db/words.ts';

/** Returns the folded words of a term. A post matches if each is a prefix of one of its words. */
export function termWords(term: string): string[] {
  return searchWords(term).map(({ folded }) => folded);
}

/** A part of a text; `marked` if it matches the term. */
export interface TextPart {
  text: string;
  marked: boolean;
}

/** Splits a text into parts and marks the words that begin with one of the folded words. */
export function markedParts(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let plainFrom = 0;
  for (const { 0: word, index } of matchWords(text)) {
    const folded = foldWord(word);
    if (!words.some((wanted) => folded.startsWith(wanted))) continue;
    if (index > plainFrom) parts.push({ text: text.slice(plainFrom, index), marked: false });
    parts.push({ text: word, marked: true });
    plainFrom = index + word.length;
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom), marked: false });
  return parts;
}
