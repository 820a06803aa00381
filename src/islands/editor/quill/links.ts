import type Quill from 'quill/core.js';
import { Delta, type Range } from 'quill/core.js';
import { linkAddress } from './addresses.ts';
import { insertBlocks } from './blocks/block.ts';
import { INLINE_FORMATS } from './controls.ts';
import { EMBED, plainText } from './plain-text.ts';

/** A link, or what becomes one. */
export interface LinkTarget {
  range: Range;
  /** Null if the range has more than the text of one line. */
  text: string | null;
  address: string;
  isLinked: boolean;
}

/** Returns the whole link at a position, even if parts of it have other formats. */
export function linkAt(quill: Quill, index: number): LinkTarget | null {
  const [leaf] = quill.getLeaf(index);
  const anchor = leaf?.domNode.parentElement?.closest('a');
  if (!leaf || !anchor || !quill.root.contains(anchor)) return null;
  const address = anchor.getAttribute('href') ?? '';
  const at = quill.getIndex(leaf);
  const [line, offset] = quill.getLine(at);
  const range = { index: at - offset, length: 0 };
  for (const { insert, attributes } of quill.getContents(range.index, line?.length()).ops) {
    const length = typeof insert === 'string' ? insert.length : 1;
    if (attributes?.link === address) range.length += length;
    else if (range.index + range.length > at) break;
    else {
      range.index += range.length + length;
      range.length = 0;
    }
  }
  return { range, text: textOf(quill, range), address, isLinked: true };
}

/**
 * Returns what a new link applies to: the link at the cursor, the selection, or the current word.
 */
export function linkTarget(quill: Quill): LinkTarget {
  const selection = quill.getSelection(true);
  const link = linkAt(quill, selection.index + Math.min(selection.length, 1));
  if (link) return link;
  const range = selection.length > 0 ? selection : wordAt(quill, selection.index);
  const text = textOf(quill, range);
  const address = text && /^\S+\.\S+$/.test(text) ? (linkAddress(text) ?? '') : '';
  return { range, text, address, isLinked: false };
}

function textOf(quill: Quill, { index, length }: Range): string | null {
  const text = plainText(quill.getContents(index, length).ops);
  return text.includes('\n') || text.includes(EMBED) ? null : text;
}

/**
 * Links a range, and changes its text. Without a text, links what is there, or inserts the address
 * as linked text. This is one undo step.
 */
export function applyLink(quill: Quill, target: LinkTarget, url: string, text: string | null) {
  const { index, length } = target.range;
  const shown = text?.trim() || url.replace(/^mailto:/, '');
  quill.history.cutoff();
  let end = index + length;
  if (length > 0 && (text === null || text === target.text)) {
    quill.formatText(index, length, 'link', url, 'user');
  } else {
    const formats = Object.entries(quill.getFormat(index, Math.min(length, 1)));
    const inline = formats.filter(([name]) => INLINE_FORMATS.includes(name));
    const change = new Delta().retain(index).delete(length);
    change.insert(shown, { ...Object.fromEntries(inline), link: url });
    quill.updateContents(change, 'user');
    end = index + shown.length;
  }
  quill.setSelection(end, 0, 'user');
  // What is typed after it isn't part of it.
  quill.format('link', false, 'user');
  quill.history.cutoff();
}

export function removeLink(quill: Quill, { index, length }: Range): void {
  quill.formatText(index, length, 'link', false, 'user');
  quill.setSelection(index + length, 0, 'user');
}

/** Inserts a video after the range. */
export function insertVideo(quill: Quill, { index, length }: Range, url: string): void {
  insertBlocks(quill, { index: index + length, length: 0 }, [{ insert: { video: url } }]);
}

function wordAt(quill: Quill, index: number): Range {
  const [line, offset] = quill.getLine(index);
  if (!line) return { index, length: 0 };
  // Has one character for each line break or footnote, so that positions match.
  const text = plainText(quill.getContents(index - offset, line.length()).ops);
  const before =
    text
      .slice(0, offset)
      .split(/[^\p{L}\p{N}_-]/u)
      .at(-1)?.length ?? 0;
  const after = /^[\p{L}\p{N}_-]*/u.exec(text.slice(offset))?.[0].length ?? 0;
  return { index: index - before, length: before + after };
}
