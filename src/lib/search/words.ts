import { normalForm, type SearchWord, searchWords, tokensOf } from '../../../db/words.ts';

/** Returns the words of a term. A post matches if it has each of them. */
export function termWords(term: string): SearchWord[] {
  return searchWords(term);
}

/** A part of a text; `marked` if it matches the term. */
export interface TextPart {
  text: string;
  marked: boolean;
}

/** Marks words that begin with one of these words, and all places where their runs occur. */
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

/** Returns the marked ranges of a text in order. They don't overlap. */
function markedRanges(text: string, words: readonly SearchWord[]): Range[] {
  if (words.length === 0) return [];
  const { normal, starts, ends } = withPlaces(text);
  const found = [...matches(normal, words)].sort(([a], [b]) => a - b);
  const ranges: Range[] = [];
  for (const [first, end] of found) {
    const from = starts[first] ?? 0;
    const to = ends[end - 1] ?? 0;
    const last = ranges.at(-1);
    if (last && from < last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], to)];
    else ranges.push([from, to]);
  }
  return ranges;
}

/** Yields the ranges of a text in normal form that match. */
function* matches(normal: string, words: readonly SearchWord[]): Generator<Range> {
  for (const { text, start, isRun = false } of tokensOf(normal)) {
    for (const word of words) {
      if (word.isRun !== isRun) continue;
      if (isRun) {
        for (const index of placesOf(word.text, text)) {
          yield [start + index, start + index + word.text.length];
        }
      } else if (text.startsWith(word.text) && (isName(word.text) || !isName(text))) {
        yield [start, start + text.length];
      }
    }
  }
}

/** `node` marks a part of `node.js`, not all of it. */
const isName = (word: string) => /[.+#]/.test(word);

function* placesOf(part: string, text: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) yield at;
}

/**
 * A character and those after it that it may merge with in normal form: marks, invisible
 * characters, sound marks of halfwidth katakana, and letters of Hangul.
 */
const CLUSTER =
  /.(?:[\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7ff\uffa0-\uffdc])*/gsu;

/**
 * Returns the normal form of a text. For each of its code units, also returns where its character
 * starts and ends in the text. `ﬁ` becomes two characters, and a soft hyphen none.
 */
function withPlaces(text: string): { normal: string; starts: number[]; ends: number[] } {
  let normal = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    normal += normalForm(cluster);
    while (starts.length < normal.length) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { normal, starts, ends };
}
