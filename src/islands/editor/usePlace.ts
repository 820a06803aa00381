import { useEffect, useRef } from 'react';
import type { useContent } from './useContent.ts';

const KEY = 'editor-place:';

interface Place {
  top: number;
  /** The selection in the text, if it had the focus. */
  range: { index: number; length: number } | null;
}

/** Restores the scroll position and the cursor after a reload. */
export function usePlace(documentId: string | null, content: ReturnType<typeof useContent>): void {
  const { editor, isReady } = content;
  const latestId = useRef(documentId);
  latestId.current = documentId;
  const opened = useRef(documentId);
  useEffect(() => {
    if (!isReady) return;
    const place = opened.current && read(opened.current);
    opened.current = null;
    if (!place || !isReturn()) return;
    // After layout. Focusing scrolls, so the scroll position is set last.
    requestAnimationFrame(() => {
      if (place.range && document.activeElement === document.body) {
        editor.current?.quill.setSelection(place.range, 'silent');
      }
      window.scrollTo(0, Math.min(place.top, lastTop(editor.current?.quill.root)));
    });
  }, [isReady, editor]);
  useEffect(() => {
    const keep = () => {
      const quill = editor.current?.quill;
      if (latestId.current === null || !quill) return;
      const range = quill.hasFocus() ? quill.getSelection() : null;
      write(latestId.current, { top: window.scrollY, range });
    };
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [editor]);
}

/**
 * Returns the position that shows the end of the text. Further down, the page would look empty if
 * there was more above the text before.
 */
function lastTop(text: HTMLElement | undefined): number {
  const end = text?.lastElementChild?.getBoundingClientRect().bottom ?? Infinity;
  return Math.max(0, end + window.scrollY - window.innerHeight);
}

/** Whether this page was reloaded, or opened with Back or Forward. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
}

function read(documentId: string): Place | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + documentId) ?? 'null') as Place | null;
  } catch {
    return null;
  }
}

function write(documentId: string, place: Place): void {
  try {
    sessionStorage.setItem(KEY + documentId, JSON.stringify(place));
  } catch {
    // Without storage, the page opens at its start.
  }
}
