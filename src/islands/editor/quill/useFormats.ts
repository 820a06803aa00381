import type Quill from 'quill/core.js';
import { useCallback, useEffect, useState } from 'react';
import { applyFormat } from './apply-format.ts';
import { INLINE_FORMATS } from './controls.ts';

/** The formats at the cursor, whether there's something to undo, and the ways to change these. */
export function useFormats(quill: Quill | undefined) {
  const [formats, setFormats] = useState<Record<string, unknown>>({});
  const [steps, setSteps] = useState({ undo: 0, redo: 0 });
  const refresh = useCallback(() => {
    if (!quill) return;
    const { undo, redo } = quill.history.stack;
    setSteps(keepIfEqual({ undo: undo.length, redo: redo.length }));
    // While the toolbar has the focus, it shows the formats of the selection that it will change.
    const range = quill.hasFocus() ? quill.getSelection() : null;
    if (range) setFormats(keepIfEqual(quill.getFormat(range)));
  }, [quill]);
  useEffect(() => {
    if (!quill) return;
    quill.on('editor-change', refresh);
    quill.root.addEventListener('focus', refresh);
    return () => {
      quill.off('editor-change', refresh);
      quill.root.removeEventListener('focus', refresh);
    };
  }, [quill, refresh]);

  const apply = (format: string, value: unknown) => {
    if (!quill) return;
    applyFormat(quill, format, value);
    refresh();
  };
  const clear = () => {
    if (!quill) return;
    const { index, length } = quill.getSelection(true);
    if (length > 0) quill.removeFormat(index, length, 'user');
    else for (const name of INLINE_FORMATS) if (formats[name]) quill.format(name, false, 'user');
    refresh();
  };
  const step = (way: 'undo' | 'redo') => {
    quill?.history[way]();
    refresh();
  };
  return { formats, steps, apply, clear, step };
}

/** Returns an update of state that renders nothing if all values are the same. */
function keepIfEqual<T extends object>(next: T): (current: T) => T {
  return (current) => (JSON.stringify(current) === JSON.stringify(next) ? current : next);
}
