import { matchesIn, withPlaces } from '../../../db/matches.ts';
import { normalForm, type SearchWord, searchWords } from '../../../db/words.ts';

/** Returns the words of a term. A post matches if it has each of them. */
export function termWords(term: string): SearchWord[] {
  return searchWords(term);
}

/** A part of a text; `marked` if it matches the term. */
export interface TextPart {
  text: string;
  marked: boolean;
}

/** Splits a text into parts, and marks those that match these words. */
export function markedParts(text: string, words: readonly SearchWord[]): TextPart[] {
  const parts: TextPart[] = [];
  let plainFrom = 0;
  for (const [from, to] of markedRanges(text, words)) {
    if (from > plainFrom) parts.push({ text: text.slice(plainFrom, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    plainFrom = to;
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom), marked: false });
  return parts;
}

type Range = readonly [from: number, to: number];

/** Returns the marked ranges of a text in order. They don't overlap. */
function markedRanges(text: string, words: readonly SearchWord[]): Range[] {
  const ranges: Range[] = [];
  for (const { from, to } of matchesIn(text, words)) {
    const last = ranges.at(-1);
    if (last && from < last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], to)];
    else ranges.push([from, to]);
  }
  return ranges;
}

/** Finds a sentence in any case, with or without accents, and across lines. */
export interface SentenceFinder {
  isIn(text: string): boolean;
  /** Returns the first match in a text, or `null`. Slower than `isIn`. */
  find(text: string): Range | null;
}

/** Returns `null` if the sentence is empty. */
export function sentenceFinder(sentence: string): SentenceFinder | null {
  const words = normalForm(sentence).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('\\s+'), 'u');
  return {
    isIn: (text) => pattern.test(normalForm(text)),
    find(text) {
      const { normal, starts, ends } = withPlaces(text);
      const found = pattern.exec(normal);
      if (!found) return null;
      const end = found.index + found[0].length;
      return [starts[found.index] ?? 0, ends[end - 1] ?? text.length];
    },
  };
}
