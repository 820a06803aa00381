import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

interface Props {
  onSave: () => void;
  onClose: () => void;
}

export function DialogButtons({ onSave, onClose }: Props) {
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-3">
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button onClick={onSave}>Save</Button>
    </div>
  );
}

interface QuestionProps {
  open: boolean;
  onDiscard: () => void;
  onClose: () => void;
}

/** Asks before a dialog with changes is closed without saving. */
export function DiscardQuestion({ open, onDiscard, onClose }: QuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Discard your changes?"
      yes="Discard"
      no="Keep editing"
      onConfirm={onDiscard}
      onClose={onClose}
    >
      Your changes in this dialog will be lost.
    </ConfirmDialog>
  );
}
