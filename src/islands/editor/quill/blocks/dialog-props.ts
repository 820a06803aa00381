/** What a dialog for a block gets. */
export interface BlockDialogProps {
  /** The block as it's stored. Later changes aren't shown. */
  html: string;
  /** Whether the block was just inserted, with an example to replace. */
  isNew: boolean;
  /** Called with the block at each change. Without HTML, saving removes the block. */
  onChange: (html: string) => void;
  /** Saves the last change. */
  onSave: () => void;
  onClose: () => void;
}
