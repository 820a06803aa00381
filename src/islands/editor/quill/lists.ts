import type Quill from 'quill/core.js';
import { Delta, type Range } from 'quill/core.js';
import { LINE_ATTRIBUTES } from './blocks.ts';

type Line = ReturnType<Quill['getLines']>[number];

/** The most levels that are stored. */
const MAX_INDENT = 8;

const LINE_FORMATS = ['header', 'blockquote', 'code-block', 'list', 'indent', 'align'];

export function isItem(line: Line): boolean {
  return 'list' in line.formats();
}

function indentOf(line: Line): number {
  return Number(line.formats().indent ?? 0);
}

function neighbor(line: Line, way: 'prev' | 'next'): Line | null {
  // The neighbors of an item are items: lists are blots of their own.
  return line[way] as Line | null;
}

/**
 * Indents or outdents the items in a range, each with the items below it. An item is at most one
 * level deeper than the one before, so the first one isn't indented.
 */
export function indentItems(quill: Quill, { index, length }: Range, step: 1 | -1): void {
  const levels = new Map<Line, number>();
  const levelOf = (line: Line) => levels.get(line) ?? indentOf(line);
  for (const line of quill.getLines(index, Math.max(1, length))) {
    if (levels.has(line)) continue;
    const old = indentOf(line);
    const before = isItem(line) ? neighbor(line, 'prev') : null;
    const max = before ? Math.min(MAX_INDENT, levelOf(before) + 1) : 0;
    if (step === 1 ? old + 1 > max : old === 0) continue;
    levels.set(line, old + step);
    if (!isItem(line)) continue;
    let next = neighbor(line, 'next');
    for (; next && indentOf(next) > old; next = neighbor(next, 'next')) {
      levels.set(next, Math.min(MAX_INDENT, indentOf(next) + step));
    }
  }
  formatLines(
    quill,
    [...levels].map(([line, level]) => [line, { indent: level || null }]),
  );
}

/** Checks the items of a checklist in a range, or unchecks them if the first one is checked. */
export function toggleChecks(quill: Quill, { index, length }: Range): void {
  const isCheck = (line: Line) => /checked$/.test(String(line.formats().list));
  const items = quill.getLines(index, Math.max(1, length)).filter(isCheck);
  const list = items[0]?.formats().list === 'checked' ? 'unchecked' : 'checked';
  formatLines(
    quill,
    items.map((item) => [item, { list }]),
  );
}

/** Turns a line into a plain paragraph. Returns false if it's one already. */
export function makePlain(quill: Quill, line: Line): boolean {
  const names = [...LINE_FORMATS, ...LINE_ATTRIBUTES].filter((name) => name in line.formats());
  if (names.length === 0) return false;
  const none = Object.fromEntries(names.map((name) => [name, null]));
  formatLines(quill, [[line, none]]);
  return true;
}

/** Formats lines, which are in the order of the text, as a separate undo step. */
function formatLines(quill: Quill, lines: readonly [Line, Record<string, unknown>][]): void {
  if (lines.length === 0) return;
  const change = new Delta();
  for (const [line, formats] of lines) {
    const end = quill.getIndex(line) + line.length() - 1;
    change.retain(end - change.length()).retain(1, formats);
  }
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
}
