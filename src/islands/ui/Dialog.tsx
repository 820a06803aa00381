import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface Props {
  open: boolean;
  /** Called on Escape and on a click outside the dialog. */
  onClose: () => void;
  /** Whether a click outside closes it, as in most dialogs. */
  closesOutside?: boolean;
  title: string;
  children: ReactNode;
  className?: string;
}

/** On the native element, which traps the focus, closes on Escape, and restores the focus. */
export function Dialog({
  open,
  onClose,
  closesOutside = true,
  title,
  children,
  className = '',
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // After each render, because the browser closes the dialog on Escape without changing `open`.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  });

  // Close before unmounting: removing an open dialog doesn't restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicking outside is a shortcut for Escape
    <dialog
      ref={ref}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      // Synchronously: the next key press may reopen the dialog before `close` fires.
      onCancel={(event) => {
        event.preventDefault();
        flushSync(onClose);
      }}
      onClose={() => {
        // Skipped if the dialog was reopened or unmounted in the meantime.
        if (ref.current && !ref.current.open) flushSync(onClose);
      }}
      onClick={(event) => {
        if (!closesOutside || event.target !== ref.current) return;
        if (isOutside(ref.current, event)) onClose();
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

function isOutside(dialog: HTMLDialogElement, { clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
