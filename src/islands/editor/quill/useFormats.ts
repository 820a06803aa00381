import type Quill from 'quill/core.js';
import { useCallback, useEffect, useState } from 'react';
import { LINE_ATTRIBUTES, splitLineBreaks } from './blocks.ts';
import { INLINE_FORMATS } from './controls.ts';

const BLOCKS = ['header', 'blockquote', 'code-block', 'list'];

/** The formats at the cursor, whether there's something to undo, and the ways to change these. */
export function useFormats(quill: Quill | undefined) {
  const [formats, setFormats] = useState<Record<string, unknown>>({});
  const [steps, setSteps] = useState({ undo: 0, redo: 0 });
  const refresh = useCallback(() => {
    if (!quill) return;
    const { undo, redo } = quill.history.stack;
    setSteps({ undo: undo.length, redo: redo.length });
    // While the toolbar has the focus, it shows the formats of the selection that it will change.
    const range = quill.hasFocus() ? quill.getSelection() : null;
    if (range) setFormats(quill.getFormat(range));
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
    if (format === 'code-block' && value) splitLineBreaks(quill);
    if (format === 'header' && !value) {
      // "Normal text" is no list, quote or code either.
      for (const name of BLOCKS) if (quill.getFormat()[name]) quill.format(name, false, 'user');
    } else quill.format(format, value, 'user');
    // A nested item that becomes another kind of line would stay indented.
    if (BLOCKS.includes(format) && !(format === 'list' && value)) {
      for (const name of ['indent', ...LINE_ATTRIBUTES]) quill.format(name, false, 'user');
    }
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
