import { BlockEmbed } from 'quill/blots/block.js';
import type Quill from 'quill/core.js';
import { AttributeMap, Delta, type Op, type Range } from 'quill/core.js';
import { isBlockEmbed } from './stored/write.ts';

type Formats = Record<string, unknown>;

/** The place that content is pasted into. */
export interface Place {
  range: Range;
  /** The number of characters before it in its line. */
  offset: number;
  /** The formats of the line in which the place starts, and of the line in which it ends. */
  formats: Formats;
  endFormats: Formats;
  /** Whether nothing follows it in the last line. */
  isAtEnd: boolean;
  /** Whether it is a block without text, such as a video, or ends right before one. */
  isAtEmbed: boolean;
}

export function placeAt(quill: Quill, range: Range): Place {
  const [line, offset] = quill.getLine(range.index);
  const [endLine, endOffset] = quill.getLine(range.index + range.length);
  const formatsOf = (one: typeof line) =>
    one === null || one instanceof BlockEmbed ? {} : one.formats();
  return {
    range,
    offset,
    formats: formatsOf(line),
    endFormats: formatsOf(endLine),
    isAtEnd: endLine !== null && endLine.length() === endOffset + 1,
    isAtEmbed: endLine instanceof BlockEmbed || (range.length > 0 && line instanceof BlockEmbed),
  };
}

/** A change that pastes content. */
export interface Pasting {
  change: Delta;
  /** Where the pasted content starts, and the position right after it. */
  start: number;
  cursor: number;
}

/**
 * Returns the change that pastes content. Words before and after it keep their kind of line. Plain
 * paragraphs in a list or a quotation become items or lines of it. The last line of the content is
 * the end of the line that it's pasted into.
 */
export function pastingAt(place: Place, content: readonly Op[]): Pasting {
  const { range, offset, formats, isAtEnd, isAtEmbed } = place;
  const ops = linesOf(content);
  const first = ops.find(isLineEnd);
  const change = new Delta().retain(range.index).delete(range.length);
  let start = range.index;
  if (first !== undefined && offset > 0 && !isPlain(first)) {
    // The words before it aren't joined with a pasted block.
    change.insert('\n', formats);
    start += 1;
  }
  const isContinued = adopt(ops, place);
  const last = ops.at(-1);
  if (isAtEmbed && last !== undefined && !isLineEnd(last)) ops.push({ insert: '\n' });
  let lastFormats: Formats = place.endFormats;
  if (first === undefined) lastFormats = formats;
  else if (isAtEnd && last !== undefined) {
    const isBlock = last.insert === '\n';
    lastFormats = isBlock ? (last.attributes ?? {}) : isContinued ? continued(formats) : {};
    if (isBlock && !isAtEmbed) ops.pop();
  }
  for (const op of ops) change.push(op);
  const length = ops.reduce((sum, { insert }) => sum + lengthOf(insert), 0);
  const endChange = AttributeMap.diff(place.endFormats, lastFormats);
  if (endChange && !isAtEmbed) change.retain(1, endChange);
  const isBeforeEnd = ops.at(-1)?.insert === '\n';
  return { change, start, cursor: start + length - (isBeforeEnd ? 1 : 0) };
}

/** Returns the operations with each end of a line as one of its own. */
function linesOf(ops: readonly Op[]): Op[] {
  return ops.flatMap((op) => {
    const { insert } = op;
    if (typeof insert !== 'string' || insert === '\n' || !insert.includes('\n')) return [{ ...op }];
    const parts = insert.split(/(\n)/).filter((part) => part !== '');
    return parts.map((part) => ({ ...op, insert: part }));
  });
}

/**
 * Gives plain lines the kind of the line that they're pasted into: the first one, and in lists and
 * quotations all until another block. Returns whether that reaches the end.
 */
function adopt(ops: Op[], { offset, formats, isAtEnd }: Place): boolean {
  const isGroup = Boolean(formats.list || formats.blockquote);
  if (!isGroup && offset === 0 && !isAtEnd) return false;
  const ends = ops.filter(isLineEnd);
  const indent = Number(formats.indent ?? 0);
  if (formats.list && indent > 0 && ends.every(({ attributes }) => attributes?.list)) {
    for (const { attributes = {} } of ends) {
      attributes.indent = Math.min(8, indent + Number(attributes.indent ?? 0));
    }
  }
  for (const [index, end] of ends.entries()) {
    if (!isPlain(end)) return false;
    if (index > 0 && !isGroup) return false;
    if (index > 0) end.attributes = continued(formats);
    else end.attributes = formats.blockquote ? { inner: 'p', ...formats } : { ...formats };
  }
  return isGroup;
}

/** Returns the formats of a line that continues a list or a quotation. */
function continued(formats: Formats): Formats {
  return formats.blockquote ? { ...formats, inner: 'p' } : formats;
}

function isLineEnd(op: Op): boolean {
  return op.insert === '\n' || isBlockEmbed(op);
}

function isPlain(op: Op): boolean {
  return op.insert === '\n' && Object.keys(op.attributes ?? {}).length === 0;
}

function lengthOf(insert: Op['insert']): number {
  return typeof insert === 'string' ? insert.length : 1;
}
