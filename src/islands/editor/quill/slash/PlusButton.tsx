import type Quill from 'quill/core.js';
import { useEffect, useState } from 'react';
import { EditorIcon } from '../../../../icons/EditorIcon.tsx';

/** At the margin of an empty line with the cursor: types a slash, which opens the menu. */
export function PlusButton({ quill }: { quill: Quill }) {
  const [place, setPlace] = useState<{ top: number; height: number } | null>(null);
  useEffect(() => {
    const update = () => setPlace(emptyLine(quill));
    update();
    quill.on('editor-change', update);
    return () => void quill.off('editor-change', update);
  }, [quill]);
  if (!place) return null;
  const open = () => {
    const { index } = quill.getSelection(true);
    quill.insertText(index, '/', 'user');
    quill.setSelection(index + 1, 0, 'user');
  };
  return (
    <button
      type="button"
      className="plus-button"
      style={{ top: place.top, height: place.height }}
      // The text has the focus, and the slash key does the same.
      tabIndex={-1}
      aria-label="Insert a block"
      title="Insert a block (/)"
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={open}
    >
      <EditorIcon name="plus" size={20} />
    </button>
  );
}

/** Returns where the line of the cursor is if it's an empty paragraph. */
function emptyLine(quill: Quill): { top: number; height: number } | null {
  const range = quill.hasFocus() ? quill.getSelection() : null;
  const [line] = range?.length === 0 ? quill.getLine(range.index) : [];
  if (line?.length() !== 1 || Object.keys(line.formats()).length > 0) return null;
  const { domNode } = line;
  if (!(domNode instanceof HTMLParagraphElement)) return null;
  return { top: domNode.offsetTop, height: domNode.offsetHeight };
}
