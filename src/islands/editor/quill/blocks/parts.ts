import Embed from 'quill/blots/embed.js';
import type Quill from 'quill/core.js';
import { Delta, type Range } from 'quill/core.js';
import { storedForm } from '../stored/tree.ts';

/** A part of a line that is kept whole, such as a footnote or a formula in the text. */
export interface Part {
  index: number;
  node: HTMLElement;
}

export function isPart(node: Element): boolean {
  return node.matches('.ql-kept');
}

/** Returns the part at a position, or null. */
export function partAt(quill: Quill, index: number): Part | null {
  const [leaf] = quill.getLeaf(index + 1);
  const node = leaf instanceof Embed ? leaf.domNode : null;
  if (!leaf || !(node instanceof HTMLElement) || !isPart(node)) return null;
  return quill.getIndex(leaf) === index ? { index, node } : null;
}

/** Returns the part that is selected, if nothing else is. */
export function selectedPart(quill: Quill): Part | null {
  const range = quill.getSelection();
  return range?.length === 1 ? partAt(quill, range.index) : null;
}

/** Inserts a part after the range. Returns null where text is plain, as in code. */
export function insertPart(quill: Quill, range: Range, html: string): Part | null {
  if (quill.getFormat(range.index)['code-block']) return null;
  const at = range.index + range.length;
  change(quill, new Delta().retain(at).insert({ kept: html }));
  quill.setSelection(at + 1, 0, 'user');
  return partAt(quill, at);
}

/** Replaces a part with HTML, or removes it if nothing of that can be in a post. */
export function replacePart(quill: Quill, { index }: Part, html: string): void {
  const stored = storedForm(html).replace(/^<p>(.*)<\/p>$/s, '$1');
  const [op] = quill.getContents(index, 1).ops;
  const removed = new Delta().retain(index).delete(1);
  change(quill, stored === '' ? removed : removed.insert({ kept: stored }, op?.attributes));
  quill.setSelection(index + (stored === '' ? 0 : 1), 0, 'user');
}

function change(quill: Quill, delta: Delta): void {
  quill.history.cutoff();
  quill.updateContents(delta, 'user');
  quill.history.cutoff();
}
