import { BlockEmbed } from 'quill/blots/block.js';
import type Quill from 'quill/core.js';
import { Delta, type Op, type Range } from 'quill/core.js';
import CodeBlock from 'quill/formats/code.js';
import type { StackItem } from 'quill/modules/history.js';
import { toast } from '../../../../stores/toasts.ts';
import { readStored } from '../stored/read.ts';
import { parseTree, storedForm } from '../stored/tree.ts';
import { BLOCK_KINDS } from './kinds.ts';
import { insertPart, isPart, replacePart } from './parts.ts';

/** A block that isn't a line of text: a kept block, a video, or a picture that is uploading. */
export interface Block {
  index: number;
  node: HTMLElement;
}

/** A block and its open dialog: its own (also at the caption), or the one for its HTML. */
export interface EditedBlock {
  block: Block;
  as: 'dialog' | 'caption' | 'html';
  /** If it was just inserted: its undo step and the redo steps before it, for canceling. */
  step?: { undo: StackItem | undefined; redo: StackItem[] };
}

/** Returns the block at a position, or null if there's a line of text, or nothing. */
export function blockAt(quill: Quill, index: number): Block | null {
  if (index < 0 || index >= quill.getLength()) return null;
  const [line] = quill.getLine(index);
  return line instanceof BlockEmbed && line.domNode instanceof HTMLElement
    ? { index, node: line.domNode }
    : null;
}

/** Returns the block that is selected, if nothing else is. */
export function selectedBlock(quill: Quill, range = quill.getSelection()): Block | null {
  return range?.length === 1 ? blockAt(quill, range.index) : null;
}

/** Makes one change that undo reverts alone. */
export function changeAtOnce(quill: Quill, change: Delta): void {
  quill.history.cutoff();
  quill.updateContents(change, 'user');
  quill.history.cutoff();
}

/** Puts the cursor at a position. A block there is selected as a whole. */
export function putCursor(quill: Quill, index: number): void {
  quill.setSelection(index, blockAt(quill, index) ? 1 : 0, 'user');
}

/** Puts the cursor into an empty paragraph right below a block. */
export function writeBelow(quill: Quill, { index }: Block): void {
  const below = index + 1;
  if (!isFreeLine(quill, below)) changeAtOnce(quill, new Delta().retain(below).insert('\n'));
  quill.setSelection(below, 0, 'user');
}

export function removeBlock(quill: Quill, { index }: Block): void {
  changeAtOnce(quill, new Delta().retain(index).delete(1));
  putCursor(quill, index);
}

/** Replaces a block with HTML, or removes it if nothing of that can be in a post. */
export function replaceBlock(quill: Quill, block: Block, html: string): void {
  if (isPart(block.node)) {
    replacePart(quill, block, html);
    return;
  }
  const ops = readStored(storedForm(html), { parse: parseTree });
  if (ops.length === 0) {
    removeBlock(quill, block);
    return;
  }
  const { index } = block;
  changeAtOnce(quill, new Delta().retain(index).concat(new Delta(ops)).delete(1));
  putCursor(quill, index);
}

/** Inserts stored HTML of one block as `insertBlocks` does. */
export function insertBlock(quill: Quill, range: Range, html: string): void {
  insertBlocks(quill, range, [{ insert: { 'kept-block': html } }]);
}

/** Inserts an empty block of a kind after the selection. Returns it if a dialog has to fill it. */
export function insertKind(quill: Quill, name: string): EditedBlock | null {
  const kind = BLOCK_KINDS.find((one) => one.name === name);
  if (!kind?.create) return null;
  const { redo } = quill.history.stack;
  const range = quill.getSelection(true);
  let block: Block | null;
  if (kind.isInline) {
    block = selectedBlock(quill, range) ? null : insertPart(quill, range, kind.create());
    if (!block) {
      const kinds = `${kind.label.toLowerCase()}s`;
      toast(`You can't insert ${kinds} here. Place the cursor in a line of text first.`, 'info');
    }
  } else {
    const after = { index: range.index + range.length, length: 0 };
    insertBlock(quill, selectedBlock(quill, range) ? range : after, kind.create());
    const cursor = quill.getSelection()?.index ?? 0;
    block = kind.hasDialog ? blockAt(quill, cursor - 1) : null;
  }
  const undo = quill.history.stack.undo.at(-1);
  return block && { block, as: 'dialog', step: { undo, redo } };
}

/**
 * Inserts blocks in place of the range, or below the block that is selected, and puts the cursor
 * after them. They split the paragraph with the cursor, or replace it if it's empty.
 */
export function insertBlocks(quill: Quill, range: Range, blocks: readonly Op[]): void {
  const selected = selectedBlock(quill, range);
  quill.history.cutoff();
  if (!selected && range.length > 0) quill.deleteText(range.index, range.length, 'user');
  const place = selected ? { at: range.index + 1 } : placeFor(quill, range.index);
  const { at, split } = place.split ? { ...place, at: closeGap(quill, place.at) } : place;
  const isFree = split === undefined && isFreeLine(quill, at);
  const next = isFree ? at + 1 : at;
  // After the blocks, there's always a line to write in.
  const hasLine = split !== undefined || isLine(quill, next);
  const change = new Delta().retain(at);
  if (split) change.insert('\n', split);
  for (const { insert = '', attributes } of blocks) change.insert(insert, attributes);
  if (isFree && hasLine) change.delete(1);
  else if (!isFree && !hasLine) change.insert('\n');
  quill.updateContents(change, 'user');
  quill.history.cutoff();
  quill.setSelection(at + (split ? 1 : 0) + blocks.length, 0, 'user');
}

/** Returns where a block goes. `split` has the formats of the line that it splits. */
function placeFor(quill: Quill, index: number): { at: number; split?: Record<string, unknown> } {
  const [line, offset] = quill.getLine(index);
  if (line instanceof CodeBlock) {
    // Code stays in one piece.
    const start = quill.getIndex(line.parent);
    return { at: index === start ? start : start + line.parent.length() };
  }
  if (!line || offset === 0) return { at: index };
  const end = index - offset + line.length();
  return offset === line.length() - 1 ? { at: end } : { at: index, split: line.formats() };
}

/** Removes the spaces around a place where a line is split. Returns the place after that. */
function closeGap(quill: Quill, index: number): number {
  const start = quill.getText(index - 1, 1) === ' ' ? index - 1 : index;
  const end = quill.getText(index, 1) === ' ' ? index + 1 : index;
  if (end > start) quill.deleteText(start, end - start, 'user');
  return start;
}

function isLine(quill: Quill, index: number): boolean {
  return index < quill.getLength() && blockAt(quill, index) === null;
}

/** Returns whether there's an empty paragraph. */
function isFreeLine(quill: Quill, index: number): boolean {
  if (!isLine(quill, index)) return false;
  const [line] = quill.getLine(index);
  return line?.length() === 1 && Object.keys(line.formats()).length === 0;
}
