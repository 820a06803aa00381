import type Quill from 'quill/core.js';
import { Delta, type Range } from 'quill/core.js';
import type { PostClipboard } from './clipboard.ts';

/** Pastes or moves dropped content, or copies it with Ctrl or Alt. Quill handles only files. */
export function acceptDrops(quill: Quill, clipboard: PostClipboard): void {
  let own: Range | null = null;
  quill.root.addEventListener('dragstart', () => {
    own = quill.getSelection();
  });
  quill.root.addEventListener('dragend', () => {
    own = null;
  });
  const onDrop = (event: DragEvent) => {
    const { dataTransfer } = event;
    const from = own;
    own = null;
    // A picture dragged within the text also comes as a file.
    if (!dataTransfer || (from === null && dataTransfer.files.length > 0)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = rangeAt(quill, event);
    if (to === null || !quill.isEnabled()) return;
    quill.history.cutoff();
    if (from) return move(quill, from, to.index, event.ctrlKey || event.altKey);
    const html = dataTransfer.getData('text/html');
    const text = dataTransfer.getData('text/plain') || dataTransfer.getData('text/uri-list');
    if (html || text) clipboard.onPaste(to, { html, text });
  };
  quill.container.addEventListener('drop', onDrop, { capture: true });
}

/** Moves the cursor to the pointer. Returns its position, or null outside of the text. */
function rangeAt(quill: Quill, { clientX, clientY }: DragEvent): Range | null {
  quill.root.focus({ preventScroll: true });
  const selection = document.getSelection();
  if (document.caretPositionFromPoint) {
    const position = document.caretPositionFromPoint(clientX, clientY);
    if (position) selection?.collapse(position.offsetNode, position.offset);
  } else {
    const range = document.caretRangeFromPoint(clientX, clientY);
    if (range) selection?.collapse(range.startContainer, range.startOffset);
  }
  return quill.getSelection();
}

function move(quill: Quill, from: Range, to: number, isCopy: boolean): void {
  const end = from.index + from.length;
  if (!isCopy && to >= from.index && to <= end) return;
  const moved = quill.getContents(from.index, from.length);
  const removed = isCopy ? 0 : from.length;
  const change =
    to < from.index
      ? new Delta()
          .retain(to)
          .concat(moved)
          .retain(from.index - to)
          .delete(removed)
      : new Delta()
          .retain(end - removed)
          .delete(removed)
          .retain(to - end)
          .concat(moved);
  quill.updateContents(change, 'user');
  quill.setSelection(to < from.index ? to : to - removed, from.length, 'user');
}
