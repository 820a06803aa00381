import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './Button.tsx';

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

interface ConfirmProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  yes?: string;
  no?: string;
  variant?: 'danger' | 'primary';
  /** The dialog waits for the action, then closes, even if the action fails. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
}

/** Asks before an action with consequences. The safe answer has the initial focus. */
export function ConfirmDialog({
  open,
  title,
  children,
  yes = "Yes, I'm sure",
  no = 'No, cancel',
  variant = 'danger',
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      {children && <div className="mt-2 text-soft text-sm">{children}</div>}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" className="max-sm:w-full" onClick={onClose} autoFocus>
          {no}
        </Button>
        <Button variant={variant} className="max-sm:w-full" busy={busy} onClick={confirm}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
