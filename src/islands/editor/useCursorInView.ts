import type Quill from 'quill/core.js';
import { useEffect } from 'react';
import type { useContent } from './useContent.ts';

/**
 * Keeps the line of the cursor out from under the bars at the top and the bottom, however the
 * cursor or the bars moved. Browsers do that only for some keys.
 */
export function useCursorInView({ editor, isReady }: ReturnType<typeof useContent>): void {
  useEffect(() => {
    const quill = editor.current?.quill;
    if (!isReady || !quill) return;
    let isPressed = false;
    let frame = 0;
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // While the mouse selects, the browser scrolls.
        if (!isPressed) show(quill);
      });
    };
    const stop = new AbortController();
    const { signal } = stop;
    const press = (isDown: boolean) => () => {
      isPressed = isDown;
    };
    document.addEventListener('selectionchange', later, { signal });
    window.visualViewport?.addEventListener('resize', later, { signal });
    window.addEventListener('pointerdown', press(true), { signal, capture: true });
    for (const end of ['pointerup', 'pointercancel']) {
      window.addEventListener(end, press(false), { signal, capture: true });
    }
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

/** In an empty line, a cursor has no rectangle: that of the line counts. */
function rectOf(cursor: Range, node: Node): DOMRect {
  const [rect] = cursor.getClientRects();
  if (rect) return rect;
  const { startContainer, startOffset } = cursor;
  const child = startContainer.childNodes[startOffset];
  const element =
    child instanceof Element ? child : node instanceof Element ? node : node.parentElement;
  return (element ?? document.body).getBoundingClientRect();
}
