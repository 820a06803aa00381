import { type SubmitEvent, useId, useRef } from 'react';
import { MAX_PASSKEY_NAME_LENGTH, type Passkey } from '../../../../../api/contract/passkeys.ts';
import { type SecondFactorProof, securityApi } from '../../../../lib/security-api.ts';
import { toast } from '../../../../stores/toasts.ts';
import { FormAlert, useSubmit } from '../../../auth/FormAlert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { failureText } from './failure-text.ts';
import { useSecondFactor } from './useSecondFactor.ts';
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
  const { data: status } = useSecondFactor();
  const remove = async ({ _id, name }: Passkey, proof?: SecondFactorProof) => {
    await securityApi.removePasskey(_id, proof);
    toast(`The passkey “${name}” was removed.`);
    refresh();
  };
  const tryToRemove = async (removed: Passkey) => {
    try {
      await remove(removed);
    } catch (error) {
      toast(failureText(error, "The passkey wasn't removed."), 'error');
      refresh();
    }
  };
  const title = 'Remove this passkey?';
  const text = `You can't sign in with “${passkey?.name}” anymore. Your device may still offer it until you delete it there, too.`;
  if (passkey && status?.totp) {
    return (
      <CodeDialog
        title={title}
        label="Remove it"
        variant="danger"
        hasPasskey
        onProof={async (proof) => {
          await remove(passkey, proof);
          onClose();
        }}
        onClose={onClose}
      >
        {text}
      </CodeDialog>
    );
  }
  return (
    <ConfirmDialog
      open={passkey !== null}
      title={title}
      yes="Yes, remove it"
      no="Cancel"
      // Not awaited, so that this dialog closes before "Confirm it's you" opens.
      onConfirm={() => {
        if (passkey) void tryToRemove(passkey);
      }}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
