import type Quill from 'quill/core.js';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Lazy } from '../../../ui/Lazy.tsx';
import { CodeEdit, codeAt } from './code-options.ts';
import { DiscardQuestion } from './DialogButtons.tsx';

const load = () => import('./dialogs/CodeDialog.tsx').then(({ CodeDialog }) => CodeDialog);

/** The button for title, marked lines and numbers of the code block with the cursor. */
export function CodeTools({ quill }: { quill: Quill }) {
  const [code, setCode] = useState<HTMLElement | null>(null);
  const [edit, setEdit] = useState<CodeEdit | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const update = () => {
      if (document.activeElement !== button.current) setCode(codeAt(quill)?.container ?? null);
    };
    update();
    quill.on('editor-change', update);
    return () => void quill.off('editor-change', update);
  }, [quill]);
  useLayoutEffect(() => {
    if (!button.current || !code) return;
    const top = code.getBoundingClientRect().top - quill.container.getBoundingClientRect().top;
    button.current.style.top = `${top}px`;
  });

  const finish = (way: 'save' | 'cancel') => {
    // Close the dialog first: open dialogs keep the focus out of the text.
    flushSync(() => {
      setIsAsking(false);
      setEdit(null);
    });
    edit?.[way]();
  };
  const close = () => (edit?.isChanged ? setIsAsking(true) : finish('cancel'));
  return (
    <>
      {code && (
        <button
          ref={button}
          type="button"
          className="code-options"
          onClick={() => setEdit(CodeEdit.start(quill))}
        >
          Options
        </button>
      )}
      <Dialog open={edit !== null} onClose={close} title="Code options" closesOutside={false}>
        {edit && (
          <Lazy
            load={load}
            props={{ edit, onSave: () => finish('save'), onClose: close }}
            name="the dialog"
          />
        )}
      </Dialog>
      <DiscardQuestion
        open={isAsking}
        onDiscard={() => finish('cancel')}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
