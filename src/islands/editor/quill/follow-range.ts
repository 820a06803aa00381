import type Quill from 'quill/core.js';
import type { Delta, Range } from 'quill/core.js';

/**
 * Tracks a range while the text changes. The returned function stops tracking, and returns the
 * current range.
 */
export function followRange(quill: Quill, { index, length }: Range): () => Range {
  let [start, end] = [index, index + length];
  const onChange = (change: Delta) => {
    start = change.transformPosition(start);
    // Text inserted right after the range isn't part of it.
    end = Math.max(start, change.transformPosition(end, true));
  };
  quill.on('text-change', onChange);
  return () => {
    quill.off('text-change', onChange);
    return { index: start, length: end - start };
  };
}

/** Makes a change that moves the cursor to a range. A cursor or focus elsewhere stays there. */
export function keepCursorElsewhere(quill: Quill, range: Range, change: () => void): void {
  const cursor = quill.getSelection();
  const isThere = cursor?.index === range.index && cursor.length === range.length;
  const place = cursor && !isThere ? followRange(quill, cursor) : null;
  keepFocus(quill, change);
  if (place) quill.setSelection(place(), 'user');
}

/** Makes a change of the text. Quill takes the focus to set its selection. */
export function keepFocus({ root }: Quill, change: () => void): void {
  const focused = document.activeElement;
  change();
  if (focused !== root && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}
