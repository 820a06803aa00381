import { UNSPACED } from '../marks.ts';

export interface FindOptions {
  matchCase: boolean;
  wholeWord: boolean;
}

/** A part of the text, in Quill's positions. */
export interface Match {
  index: number;
  length: number;
}

interface Op {
  insert?: string | Record<string, unknown>;
  attributes?: Record<string, unknown>;
}

/** Returns where a text has what is searched for, whatever its formats. */
export function findMatches(text: string, wanted: string, options: FindOptions): Match[] {
  if (wanted === '') return [];
  const found = text.matchAll(patternOf(wanted, options));
  return [...found].map(({ index, 0: { length } }) => ({ index, length }));
}

const LETTER = '\\p{L}\\p{N}\\p{M}_';

function patternOf(wanted: string, { matchCase, wholeWord }: FindOptions): RegExp {
  // An accented letter can be one character or two, both in the text and in what was typed.
  const forms = new Set([wanted, wanted.normalize('NFC'), wanted.normalize('NFD')]);
  const parts = [...forms].map((form) => escapePattern(form).replace(/[ \u00a0]/g, '[ \\u00a0]'));
  let pattern = `(?:${parts.join('|')})`;
  if (wholeWord) {
    // In scripts without spaces, nothing marks where a word ends, so every match is accepted.
    const inWord = `[[${LETTER}]--[${UNSPACED}]]`;
    pattern = `(?<!${inWord}(?=${inWord}))${pattern}(?!(?<=${inWord})${inWord})`;
  }
  return new RegExp(pattern, matchCase ? 'gv' : 'giv');
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Returns a change that replaces matches. The new text has the formats of each match's start. */
export function replaceMatches(ops: readonly Op[], matches: readonly Match[], text: string): Op[] {
  const change: (Op & { retain?: number; delete?: number })[] = [];
  let at = 0;
  let opStart = 0;
  let opIndex = 0;
  for (const { index, length } of matches) {
    for (let op = ops[opIndex]; op && opStart + lengthOf(op) <= index; op = ops[opIndex]) {
      opStart += lengthOf(op);
      opIndex += 1;
    }
    if (index > at) change.push({ retain: index - at });
    // Colors of code are computed again.
    const { 'code-token': _, ...attributes } = ops[opIndex]?.attributes ?? {};
    if (text !== '') change.push({ insert: text, attributes });
    change.push({ delete: length });
    at = index + length;
  }
  return change;
}

function lengthOf({ insert }: Op): number {
  return typeof insert === 'string' ? insert.length : 1;
}
