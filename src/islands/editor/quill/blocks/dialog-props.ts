/** What a dialog for a block gets. */
export interface BlockDialogProps {
  /** The stored HTML of the block. Later changes have no effect. */
  html: string;
  /** Whether the block was just inserted, with an example to replace. */
  isNew: boolean;
  /** Whether the cursor starts in the caption. */
  isCaption: boolean;
  /** Called with the block's HTML on each change. If it's empty, saving removes the block. */
  onChange: (html: string) => void;
  /** Saves the latest change, and closes the dialog. */
  onSave: () => void;
  onClose: () => void;
}
