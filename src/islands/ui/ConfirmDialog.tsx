import { type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  open: boolean;
  /** The question: "Are you sure you want to delete this post?" */
  title: string;
  /** What follows from a yes. */
  children?: ReactNode;
  /** spec.md gives texts for some; the contract these for the others. */
  yes?: string;
  no?: string;
  /** Does it. The dialog waits, then closes, whether it worked or not. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
}

/** Asks before something is gone for good. The focus begins on the harmless answer. */
export function ConfirmDialog({
  open,
  title,
  children,
  yes = "Yes, I'm sure",
  no = 'No, cancel',
  onConfirm,
  onClose,
}: Props) {
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
        <Button variant="secondary" onClick={onClose} autoFocus>
          {no}
        </Button>
        <Button variant="danger" busy={busy} onClick={confirm}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
