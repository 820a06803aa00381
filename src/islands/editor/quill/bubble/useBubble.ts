import type Quill from 'quill/core.js';
import { useEffect, useState } from 'react';
import { isComposing } from '../../../ui/is-composing.ts';
import { withStyles } from '../../later.ts';

export const loadBubble = () => withStyles(import('./Bubble.tsx')).then(({ Bubble }) => Bubble);

/**
 * Returns whether text is selected in a way that the bubble should appear: with the mouse, once its
 * button is up, or with the keyboard. On touch screens, the system has its own menu there.
 */
export function useBubble(quill: Quill | undefined) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!quill) return;
    const { root } = quill;
    let isTouch = false;
    let isDown = false;
    /** The selection for which Escape was pressed. */
    let hidden = '';
    const update = () => {
      // While a tool has the focus, the bubble stays.
      if (document.activeElement?.closest('[role="toolbar"]')) return;
      const range = quill.hasFocus() ? quill.getSelection() : null;
      const key = range ? `${range.index},${range.length}` : '';
      if (key !== hidden) hidden = '';
      const isText = range !== null && hasText(quill, range.index, range.length);
      setIsShown(isText && !isTouch && !isDown && hidden === '');
    };
    const onDown = ({ pointerType }: PointerEvent) => {
      isTouch = pointerType !== 'mouse';
      isDown = true;
      update();
    };
    const onUp = () => {
      isDown = false;
      // The browser sets the selection later.
      setTimeout(update);
    };
    const onKey = (event: KeyboardEvent) => {
      // Modifier keys come from a physical keyboard.
      if (event.shiftKey || event.ctrlKey || event.metaKey) isTouch = false;
      if (event.key !== 'Escape' || isComposing(event)) return;
      const range = quill.getSelection();
      hidden = range ? `${range.index},${range.length}` : '';
      update();
    };
    quill.on('editor-change', update);
    root.addEventListener('pointerdown', onDown);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
    document.addEventListener('focusin', update);
    root.addEventListener('keydown', onKey);
    return () => {
      quill.off('editor-change', update);
      root.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
      document.removeEventListener('focusin', update);
      root.removeEventListener('keydown', onKey);
    };
  }, [quill]);
  return isShown;
}

/** Returns whether a range has text that can be formatted: not only pictures, and no code. */
function hasText(quill: Quill, index: number, length: number): boolean {
  if (length === 0 || quill.getText(index, length).trim() === '') return false;
  return !quill.getLines(index, length).some((line) => 'code-block' in line.formats());
}
