import type Quill from 'quill/core.js';
import type { Control } from '../controls.ts';

/** The open menu. */
export interface Slash {
  /** The position of the slash. */
  at: number;
  /** What follows it. */
  query: string;
  found: readonly Control[];
  /** The index of the option that Enter chooses. */
  active: number;
}

/** Returns the position of the slash left of the cursor if it's at the start of a word in text. */
export function slashAtCursor(quill: Quill): number | null {
  const range = quill.getSelection();
  if (!range || range.length > 0 || range.index === 0) return null;
  const index = range.index - 1;
  const { code, link, 'code-block': block } = quill.getFormat(index, 1);
  if (code || link || block || quill.getText(index, 1) !== '/') return null;
  const [before] = index > 0 ? quill.getContents(index - 1, 1).ops : [];
  const isApart = typeof before?.insert !== 'string' || /\s/.test(before.insert);
  return isApart ? index : null;
}

/**
 * Returns the text between the slash and the cursor, or null if the cursor isn't there. Reads the
 * page: Quill doesn't know text that is still being composed, which on phones is every word.
 */
export function typedAfterSlash(quill: Quill, slash: number): string | null {
  const selection = document.getSelection();
  const node = selection?.focusNode;
  if (!selection?.isCollapsed || !(node instanceof Text) || !quill.root.contains(node)) return null;
  const before = node.data.slice(0, selection.focusOffset);
  const typed = /\/([^/\n]*)$/.exec(before)?.[1];
  if (typed === undefined) return null;
  const index = quill.composition.isComposing ? null : quill.getSelection()?.index;
  return typeof index === 'number' && index - typed.length - 1 !== slash ? null : typed;
}
