/** What a dialog for a block gets. */
export interface BlockDialogProps {
  /** The block as it's stored. */
  html: string;
  /** Whether the block was just inserted, with an example to replace. */
  isNew: boolean;
  /** Replaces the block. Without HTML, removes it. */
  onSave: (html: string) => void;
  onClose: () => void;
}
