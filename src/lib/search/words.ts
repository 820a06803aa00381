import { foldWord, matchWords, searchWords } from '../../../db/words.ts';

/** The words of a search term, folded; a post fits when each of them begins one of its words. */
export function termWords(term: string): string[] {
  return searchWords(term).map(({ folded }) => folded);
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
