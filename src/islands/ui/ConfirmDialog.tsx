import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

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
