import type Quill from 'quill/core.js';
import type { Delta, Range } from 'quill/core.js';

/**
 * Keeps a range at its place in the text while the text changes. The returned function ends that,
 * and returns where the range is now.
 */
export function followRange(quill: Quill, { index, length }: Range): () => Range {
  let [start, end] = [index, index + length];
  const onChange = (change: Delta) => {
    start = change.transformPosition(start);
    // What is typed right after it doesn't belong to it.
    end = Math.max(start, change.transformPosition(end, true));
  };
  quill.on('text-change', onChange);
  return () => {
    quill.off('text-change', onChange);
    return { index: start, length: end - start };
  };
}

/** Makes a change at a range that takes the cursor there, and brings a cursor elsewhere back. */
export function keepCursorElsewhere(quill: Quill, range: Range, change: () => void): void {
  const cursor = quill.getSelection();
  const isThere = cursor?.index === range.index && cursor.length === range.length;
  const place = cursor && !isThere ? followRange(quill, cursor) : null;
  change();
  if (place) quill.setSelection(place(), 'user');
}
