import type Quill from 'quill/core.js';
import { Delta, Parchment } from 'quill/core.js';
import type { Context } from 'quill/modules/keyboard.js';
import { PostCodeContainer } from './blocks.ts';

type Blot = Parchment.Blot | null;
type Way = 'prev' | 'next';

/** Returns whether there's no block, or one that the cursor can't leave: code or an embed. */
function isClosed(block: Blot): boolean {
  return (
    block === null ||
    block instanceof PostCodeContainer ||
    (block instanceof Parchment.EmbedBlot && block.statics.scope === Parchment.Scope.BLOCK_BLOT)
  );
}

/** A click above, between or below blocks such as code and pictures adds a paragraph there. */
export function openGaps(quill: Quill): void {
  quill.root.addEventListener('click', ({ target, clientY }) => {
    if (target !== quill.root || !quill.isEnabled()) return;
    let next = quill.scroll.children.head;
    while (next && bottomOf(next) <= clientY) next = next.next;
    const isInBlock = next && topOf(next) <= clientY;
    const before = next ? next.prev : quill.scroll.children.tail;
    if (isInBlock || !isClosed(before) || !isClosed(next)) return;
    insertParagraph(quill, next ? quill.getIndex(next) : quill.getLength());
  });
}

const topOf = ({ domNode }: Parchment.Blot) => (domNode as Element).getBoundingClientRect().top;
const bottomOf = ({ domNode }: Parchment.Blot) =>
  (domNode as Element).getBoundingClientRect().bottom;

/**
 * Handles ArrowUp and ArrowDown in the first or last block: if the cursor can't leave it, adds a
 * paragraph. Returns true if there's nothing to do.
 */
export function leaveThroughGap(way: Way) {
  return function leave(
    this: { quill: Quill },
    { index, length }: { index: number; length: number },
    { line }: Context,
  ): boolean {
    const { quill } = this;
    const end = way === 'next' ? index + length : index;
    const block = blockOf(quill, line);
    const isEdge = block[way] === null && (line[way] === null || line === block);
    if (!isEdge || !isClosed(block) || !isOnLastRow(quill, line, end, way)) return true;
    insertParagraph(quill, way === 'next' ? quill.getLength() : 0);
    return false;
  };
}

function blockOf({ scroll }: Quill, line: Parchment.Blot): Parchment.Blot {
  return line.parent === scroll ? line : blockOf({ scroll } as Quill, line.parent);
}

/** Returns whether the cursor is in the first or last row of a line that may wrap. */
function isOnLastRow(quill: Quill, line: Parchment.Blot, index: number, way: Way): boolean {
  if (line instanceof Parchment.EmbedBlot) return true;
  const start = quill.getIndex(line);
  const edge = quill.getBounds(way === 'next' ? start + line.length() - 1 : start);
  return quill.getBounds(index)?.top === edge?.top;
}

function insertParagraph(quill: Quill, index: number): void {
  quill.updateContents(new Delta().retain(index).insert('\n'), 'user');
  quill.setSelection(index, 0, 'user');
  quill.scrollSelectionIntoView();
}
