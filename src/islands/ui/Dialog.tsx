import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface Props {
  open: boolean;
  /** Asked for by Escape, a click beside the dialog, or the page. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  className?: string;
}

/**
 * A modal dialog on the native element: the browser keeps the focus inside, closes on Escape, and gives the
 * focus back to where it was.
 */
export function Dialog({ open, onClose, title, children, className = '' }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // After each render: the browser closes the dialog by itself on Escape, whatever `open` says.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  });

  // Taken away while it is open: only a dialog that closes gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog is a shortcut; the key for it is Escape
    <dialog
      ref={ref}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      // At once: a browser tells of the closing later than of the next key, which may open it again.
      onCancel={(event) => {
        event.preventDefault();
        flushSync(onClose);
      }}
      onClose={() => {
        // Open: it was opened again since. Gone: it closed because it was taken away.
        if (ref.current && !ref.current.open) flushSync(onClose);
      }}
      onClick={(event) => {
        if (event.target === ref.current && isBeside(ref.current, event)) onClose();
      }}
    >
      {open && (
        <>
          <h2 id={titleId} className="font-semibold text-xl">
            {title}
          </h2>
          {children}
        </>
      )}
    </dialog>
  );
}

function isBeside(dialog: HTMLDialogElement, point: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const { clientX: x, clientY: y } = point;
  return x < left || x > right || y < top || y > bottom;
}
