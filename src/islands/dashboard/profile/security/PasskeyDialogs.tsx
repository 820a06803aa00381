import { type SubmitEvent, useId, useRef } from 'react';
import { MAX_PASSKEY_NAME_LENGTH, type Passkey } from '../../../../../api/contract/passkeys.ts';
import { securityApi } from '../../../../lib/security-api.ts';
import { toast } from '../../../../stores/toasts.ts';
import { FormAlert, useSubmit } from '../../../auth/FormAlert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { failureText } from './failure-text.ts';
import { useSecurityRefresh } from './useSecurityRefresh.ts';

interface Props {
  passkey: Passkey;
  onClose: () => void;
}

/** Open while it is rendered. */
export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const alertId = useId();
  const refresh = useSecurityRefresh();
  const { busy, error, submit } = useSubmit(() => field.current?.focus());
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(async () => {
      await securityApi.renamePasskey(passkey._id, field.current?.value ?? '');
      refresh();
      onClose();
    });
  };
  return (
    <Dialog open onClose={onClose} title="Rename passkey">
      <form noValidate aria-busy={busy} className="mt-5" onSubmit={onSubmit}>
        <Field
          ref={field}
          label="Name"
          name="name"
          autoComplete="off"
          defaultValue={passkey.name}
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          {...(error && { errorId: alertId })}
        />
        <FormAlert id={alertId} error={error} />
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" className="max-sm:grow" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className="max-sm:grow" busy={busy} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function RemovePasskeyDialog({
  passkey,
  onClose,
}: {
  passkey: Passkey | null;
  onClose: () => void;
}) {
  const refresh = useSecurityRefresh();
  const remove = async ({ _id, name }: Passkey) => {
    try {
      await securityApi.removePasskey(_id);
      toast(`The passkey “${name}” was removed.`);
    } catch (error) {
      toast(failureText(error, 'The passkey was not removed.'), 'error');
    }
    refresh();
  };
  return (
    <ConfirmDialog
      open={passkey !== null}
      title="Remove this passkey?"
      yes="Yes, remove it"
      no="Cancel"
      // Not awaited, so that this dialog closes before "Confirm it's you" opens.
      onConfirm={() => {
        if (passkey) void remove(passkey);
      }}
      onClose={onClose}
    >
      You can't sign in with “{passkey?.name}” anymore. Your device may still offer it until you
      delete it there, too.
    </ConfirmDialog>
  );
}
