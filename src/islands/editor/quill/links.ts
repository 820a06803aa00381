import Quill, { type Range } from 'quill/core.js';
import { linkAddress } from './addresses.ts';
import { insertBlocks } from './blocks/block.ts';

export interface AddressTarget {
  kind: 'link' | 'video';
  /** The text that becomes the link, or the place for the video. */
  range: Range;
  address: string;
  isLinked: boolean;
}

export function linkAt(quill: Quill, index: number): AddressTarget | null {
  const [leaf] = quill.getLeaf(index);
  const anchor = leaf?.domNode.parentElement?.closest('a');
  const blot = anchor && quill.root.contains(anchor) && Quill.find(anchor);
  if (!blot || blot instanceof Quill) return null;
  const range = { index: quill.getIndex(blot), length: blot.length() };
  return { kind: 'link', range, address: anchor.getAttribute('href') ?? '', isLinked: true };
}

/**
 * Returns what a new link applies to: the link at the cursor, the selection, or the current word.
 */
export function linkTarget(quill: Quill): AddressTarget {
  const selection = quill.getSelection(true);
  const link = linkAt(quill, selection.index + Math.min(selection.length, 1));
  if (link) return link;
  const range = selection.length > 0 ? selection : wordAt(quill, selection.index);
  const text = quill.getText(range.index, range.length);
  const address = /^\S+\.\S+$/.test(text) ? (linkAddress(text) ?? '') : '';
  return { kind: 'link', range, address, isLinked: false };
}

/** Links the range or, if it is empty, inserts the address as linked text. */
export function applyLink(quill: Quill, { index, length }: Range, url: string): void {
  const text = url.replace(/^mailto:/, '');
  if (length > 0) quill.formatText(index, length, 'link', url, 'user');
  else quill.insertText(index, text, 'link', url, 'user');
  quill.setSelection(index + (length || text.length), 0, 'user');
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
  const text = quill.getText(index - offset, line.length());
  const before =
    text
      .slice(0, offset)
      .split(/[^\p{L}\p{N}_-]/u)
      .at(-1)?.length ?? 0;
  const after = /^[\p{L}\p{N}_-]*/u.exec(text.slice(offset))?.[0].length ?? 0;
  return { index: index - before, length: before + after };
}
