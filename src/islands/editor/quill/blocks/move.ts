import type Quill from 'quill/core.js';
import { Delta, type Range } from 'quill/core.js';
import CodeBlock from 'quill/formats/code.js';
import { blockAt } from './block.ts';

type Line = ReturnType<Quill['getLines']>[number];

/** The lines that move together: a block, a paragraph, an item with those below it, or all code. */
export interface Unit {
  index: number;
  length: number;
  first: Line;
  last: Line;
}

/** Returns what the selection touches, as one unit. */
export function unitAt(quill: Quill, { index, length }: Range): Unit | null {
  const lines = quill.getLines(index, Math.max(1, length));
  const [first] = lines;
  const last = lines.at(-1);
  const from = first && unitOf(quill, first);
  const to = last && unitOf(quill, last);
  if (!from || !to) return null;
  return { ...from, length: to.index + to.length - from.index, last: to.last };
}

/** Returns the units of the text in order, for dragging. */
export function unitsOf(quill: Quill): Unit[] {
  return unitsIn(quill.getLines(), 0);
}

/** Groups lines into units. The first line starts at `index`. */
function unitsIn(lines: readonly Line[], index: number): Unit[] {
  const units: Unit[] = [];
  let at = index;
  for (const line of lines) {
    const length = line.length();
    const unit = units.at(-1);
    if (unit && isPartOf(unit, line)) {
      unit.length += length;
      unit.last = line;
    } else units.push({ index: at, length, first: line, last: line });
    at += length;
  }
  return units;
}

/** Whether a line continues the unit's code, or is an item below the one that starts the unit. */
function isPartOf({ first }: Unit, line: Line): boolean {
  if (line instanceof CodeBlock) return line.parent === first.parent;
  const depth = depthOf(first);
  return depth !== null && (depthOf(line) ?? -1) > depth;
}

function unitOf(quill: Quill, line: Line): Unit | undefined {
  const block = line instanceof CodeBlock ? line.parent : line;
  const index = quill.getIndex(block);
  const length = depthOf(line) === null ? block.length() : quill.getLength() - index;
  return unitsIn(quill.getLines(index, length), index)[0];
}

type Place = Pick<Unit, 'index' | 'length'>;

/** Returns the level of an item, from 0, or null for other lines. */
function depthOf(line: Line | undefined): number | null {
  if (!line) return null;
  const { list, indent } = line.formats() as { list?: string; indent?: number };
  return list === undefined ? null : Number(indent ?? 0);
}

/** Moves lines past the unit above or below them, as one step of undo. The selection goes along. */
export function moveUnit(quill: Quill, unit: Place, way: 'up' | 'down'): boolean {
  const to = way === 'up' ? placeAbove(quill, unit) : placeBelow(quill, unit);
  if (to === null) return false;
  moveTo(quill, unit, to);
  return true;
}

function placeAbove(quill: Quill, { index }: Place): number | null {
  const lines = quill.getLines(0, index);
  const [here] = quill.getLine(index);
  const depth = (here && depthOf(here)) ?? 0;
  let at = lines.length - 1;
  // An item goes past its whole neighbor, with the items below that one.
  while ((depthOf(lines[at]) ?? 0) > depth && depthOf(lines[at - 1]) !== null) at -= 1;
  const above = lines[at];
  return (above && unitOf(quill, above)?.index) ?? null;
}

function placeBelow(quill: Quill, { index, length }: Place): number | null {
  const end = index + length;
  if (end >= quill.getLength()) return null;
  const [line] = quill.getLine(end);
  if (!line) return null;
  const next = unitOf(quill, line);
  if (!next) return null;
  const below = next.index + next.length;
  // The empty line at the end is only there to be written in.
  return below === quill.getLength() && next.length === 1 && !blockAt(quill, end) ? null : below;
}

/** Moves lines to the start of a line, as one step of undo. The selection goes along. */
export function moveTo(quill: Quill, { index, length }: Place, to: number): void {
  if (to >= index && to <= index + length) return;
  const range = quill.getSelection();
  const moved = quill.getContents(index, length);
  const change =
    to < index
      ? new Delta()
          .retain(to)
          .concat(moved)
          .retain(index - to)
          .delete(length)
      : new Delta()
          .retain(index)
          .delete(length)
          .retain(to - index - length)
          .concat(moved);
  // After a block at the end, there's a line to write in.
  const isEmbedded = typeof moved.ops.at(-1)?.insert === 'object';
  if (to === quill.getLength() && isEmbedded) change.insert('\n');
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
  const start = to < index ? to : to - length;
  if (range) quill.setSelection(start + range.index - index, range.length, 'user');
  quill.scrollSelectionIntoView();
}
