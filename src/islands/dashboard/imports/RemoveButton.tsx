import { type ReactNode, useState } from 'react';
import { attempt } from '../../ui/attempt.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useImportActions } from './useImport.ts';

interface Props {
  label: string;
  variant?: 'quiet' | 'secondary';
  question: string;
  yes: string;
  no: string;
  done: string;
  /** What will be deleted. */
  children: ReactNode;
}

/** A button that deletes the import with everything that belongs to it, after asking. */
export function RemoveButton({ label, variant = 'quiet', children, ...props }: Props) {
  const { question, yes, no, done } = props;
  const { remove } = useImportActions();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={question}
        yes={yes}
        no={no}
        onConfirm={async () => {
          await attempt(remove, done);
        }}
        onClose={() => setOpen(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
