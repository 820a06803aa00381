import { Button } from '../../ui/Button.tsx';

interface Props {
  isChanged: boolean;
  /** This form is being saved. */
  isSaving: boolean;
  /** This or another form is being saved. Default: `isSaving`. */
  isBusy?: boolean;
  onDiscard: () => void;
}

/** The last row of a form of settings: it saves or discards what was changed. */
export function SaveRow({ isChanged, isSaving, isBusy = isSaving, onDiscard }: Props) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3">
      <Button type="submit" busy={isSaving} busyLabel="Saving..." disabled={!isChanged || isBusy}>
        Save
      </Button>
      {isChanged && (
        <Button variant="quiet" disabled={isBusy} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <p role="status" className="text-muted text-sm">
        {isChanged ? 'You have unsaved changes.' : ''}
      </p>
    </div>
  );
}
