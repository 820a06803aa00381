import type Quill from 'quill/core.js';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Lazy } from '../../../ui/Lazy.tsx';
import { type CodeOptions, codeAt, setCodeOptions } from './code-options.ts';

const load = () => import('./dialogs/CodeDialog.tsx').then(({ CodeDialog }) => CodeDialog);

/** The button for title, marked lines and numbers of the code block with the cursor. */
export function CodeTools({ quill }: { quill: Quill }) {
  const [code, setCode] = useState<HTMLElement | null>(null);
  const [place, setPlace] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const update = () => {
      if (document.activeElement !== button.current) setCode(codeAt(quill)?.container ?? null);
    };
    quill.on('editor-change', update);
    return () => void quill.off('editor-change', update);
  }, [quill]);
  useLayoutEffect(() => {
    if (!button.current || !code) return;
    const top = code.getBoundingClientRect().top - quill.container.getBoundingClientRect().top;
    button.current.style.top = `${top}px`;
  });

  const close = () => {
    setPlace(null);
    if (place !== null) quill.setSelection(place, 0, 'user');
  };
  const save = (options: CodeOptions) => {
    setPlace(null);
    if (place === null) return;
    setCodeOptions(quill, place, options);
    quill.setSelection(place, 0, 'user');
  };
  const options = place === null ? undefined : codeAt(quill, place)?.options;
  return (
    <>
      {code && (
        <button
          ref={button}
          type="button"
          className="code-options"
          onClick={() => setPlace(quill.getSelection(true).index)}
        >
          Options
        </button>
      )}
      <Dialog open={options !== undefined} onClose={close} title="Code options">
        {options && (
          <Lazy load={load} props={{ options, onSave: save, onClose: close }} name="the dialog" />
        )}
      </Dialog>
    </>
  );
}
