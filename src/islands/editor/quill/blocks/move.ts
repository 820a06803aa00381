import type Quill from 'quill/core.js';
import { Delta, type Range } from 'quill/core.js';
import CodeBlock from 'quill/formats/code.js';
import { blockAt } from './block.ts';

/** The lines that move together: a block, a paragraph, an item with those below it, or all code. */
export interface Unit {
  index: number;
  length: number;
}

type Line = ReturnType<Quill['getLines']>[number];

/** Returns what the selection touches, as one unit. */
export function unitAt(quill: Quill, { index, length }: Range): Unit | null {
  const lines = quill.getLines(index, Math.max(1, length));
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return null;
  const from = unitOf(quill, first);
  const to = unitOf(quill, last);
  return { index: from.index, length: to.index + to.length - from.index };
}

/** Returns the units of the text in order, for dragging. */
export function unitsOf(quill: Quill): Unit[] {
  const units: Unit[] = [];
  let index = 0;
  while (index < quill.getLength()) {
    const [line] = quill.getLine(index);
    if (!line) break;
    const unit = unitOf(quill, line);
    units.push(unit);
    index = unit.index + unit.length;
  }
  return units;
}

function unitOf(quill: Quill, line: Line): Unit {
  if (line instanceof CodeBlock) {
    return { index: quill.getIndex(line.parent), length: line.parent.length() };
  }
  const index = quill.getIndex(line);
  let end = index + line.length();
  const depth = depthOf(line);
  // The items below it belong to an item.
  while (depth !== null && end < quill.getLength()) {
    const [next] = quill.getLine(end);
    const nextDepth = next && depthOf(next);
    if (!next || nextDepth === null || nextDepth === undefined || nextDepth <= depth) break;
    end += next.length();
  }
  return { index, length: end - index };
}

/** Returns the level of an item, from 0, or null for other lines. */
function depthOf(line: Line): number | null {
  const { list, indent } = line.formats() as { list?: string; indent?: number };
  return list === undefined ? null : Number(indent ?? 0);
}

/** Moves lines past the unit above or below them, as one step of undo. The selection goes along. */
export function moveUnit(quill: Quill, unit: Unit, way: 'up' | 'down'): boolean {
  const to = way === 'up' ? placeAbove(quill, unit) : placeBelow(quill, unit);
  if (to === null) return false;
  moveTo(quill, unit, to);
  return true;
}

function placeAbove(quill: Quill, { index }: Unit): number | null {
  if (index === 0) return null;
  const [line] = quill.getLine(index - 1);
  if (!line) return null;
  const [here] = quill.getLine(index);
  const depth = (here && depthOf(here)) ?? 0;
  // An item goes past its whole neighbor, with the items below that one.
  let above = line;
  while ((depthOf(above) ?? 0) > depth) {
    const [before] = quill.getLine(quill.getIndex(above) - 1);
    if (!before || depthOf(before) === null) break;
    above = before;
  }
  return unitOf(quill, above).index;
}

function placeBelow(quill: Quill, { index, length }: Unit): number | null {
  const end = index + length;
  if (end >= quill.getLength()) return null;
  const [line] = quill.getLine(end);
  if (!line) return null;
  const next = unitOf(quill, line);
  const below = next.index + next.length;
  // The empty line at the end is only there to be written in.
  return below === quill.getLength() && next.length === 1 && !blockAt(quill, end) ? null : below;
}

/** Moves lines to the start of a line, as one step of undo. The selection goes along. */
export function moveTo(quill: Quill, { index, length }: Unit, to: number): void {
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
