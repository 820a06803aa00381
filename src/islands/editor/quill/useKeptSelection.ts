import type Quill from 'quill/core.js';
import { type RefObject, useEffect } from 'react';

const NAME = 'kept-selection';

/**
 * Shows the selection of the text while the toolbar has the focus. WebKit doesn't, and other
 * browsers paint it in a gray that's hard to see.
 */
export function useKeptSelection(quill: Quill, toolbar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = toolbar.current;
    const { highlights } = CSS;
    if (!bar || !highlights) return;
    let selected: Range | null = null;
    const remember = () => {
      const selection = document.getSelection();
      if (document.activeElement !== quill.root || !selection?.rangeCount) return;
      selected = selection.getRangeAt(0).cloneRange();
    };
    const show = () => {
      if (selected && !selected.collapsed) highlights.set(NAME, new Highlight(selected));
    };
    const hide = () => void highlights.delete(NAME);
    document.addEventListener('selectionchange', remember);
    // `selectionchange` would come after a key that moves the focus to the toolbar.
    quill.root.addEventListener('keydown', remember, true);
    bar.addEventListener('focusin', show);
    bar.addEventListener('focusout', hide);
    return () => {
      document.removeEventListener('selectionchange', remember);
      quill.root.removeEventListener('keydown', remember, true);
      bar.removeEventListener('focusin', show);
      bar.removeEventListener('focusout', hide);
      hide();
    };
  }, [quill, toolbar]);
}
