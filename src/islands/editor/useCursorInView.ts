import type Quill from 'quill/core.js';
import { useEffect } from 'react';
import type { useContent } from './useContent.ts';

/**
 * Keeps the line of the cursor out from under the bars at the top and the bottom, whatever key
 * moved it, also when an on-screen keyboard opens. Browsers do that only for some keys.
 */
export function useCursorInView({ editor, isReady }: ReturnType<typeof useContent>): void {
  useEffect(() => {
    const quill = editor.current?.quill;
    if (!isReady || !quill) return;
    // After a reload or a click, the page stays where it is.
    let isByKey = false;
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => show(quill));
    };
    const stop = new AbortController();
    const { signal } = stop;
    const onKey = () => {
      isByKey = true;
    };
    const onPointer = () => {
      isByKey = false;
      cancelAnimationFrame(frame);
    };
    for (const type of ['keydown', 'beforeinput']) {
      quill.root.addEventListener(type, onKey, { signal, capture: true });
    }
    for (const type of ['pointerdown', 'wheel', 'touchmove']) {
      window.addEventListener(type, onPointer, { signal, capture: true, passive: true });
    }
    document.addEventListener('selectionchange', () => isByKey && later(), { signal });
    window.visualViewport?.addEventListener('resize', later, { signal });
    return () => {
      stop.abort();
      cancelAnimationFrame(frame);
    };
  }, [isReady, editor]);
}

function show(quill: Quill): void {
  const selection = document.getSelection();
  const { focusNode, focusOffset } = selection ?? {};
  if (!quill.hasFocus() || !focusNode || !quill.root.contains(focusNode)) return;
  const cursor = document.createRange();
  cursor.setStart(focusNode, focusOffset ?? 0);
  const { top, bottom } = rectOf(cursor, focusNode);
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const first = Number.parseFloat(scrollPaddingTop) || 0;
  const last = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0);
  if (top < first) window.scrollBy(0, top - first);
  else if (bottom > last) window.scrollBy(0, Math.min(bottom - last, top - first));
}

/** In an empty line, a cursor has no rectangle, so this returns the line's. */
function rectOf(cursor: Range, node: Node): DOMRect {
  const [rect] = cursor.getClientRects();
  if (rect) return rect;
  const { startContainer, startOffset } = cursor;
  const child = startContainer.childNodes[startOffset];
  const element =
    child instanceof Element ? child : node instanceof Element ? node : node.parentElement;
  return (element ?? document.body).getBoundingClientRect();
}
