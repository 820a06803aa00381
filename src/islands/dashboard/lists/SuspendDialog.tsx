import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import type { Body } from '../../../lib/api-types.ts';
import { toastWithUndo } from '../../../stores/toast-with-undo.ts';
import { toast } from '../../../stores/toasts.ts';
import { FormAlert, useSubmit } from '../../auth/FormAlert.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { requestMessage } from '../../ui/request.ts';
import { isSuspended, suspensionText } from '../user-texts.ts';
import { INITIAL_SUSPENSION, SuspensionFields, suspensionOf } from './SuspensionFields.tsx';

interface Props {
  target: User | null;
  onClose: () => void;
}

/** Asks how long and why to suspend a user, or whether to lift the suspension. */
export function SuspendDialog({ target, onClose }: Props) {
  const change = useSuspension();
  const lifts = target !== null && isSuspended(target);
  return (
    <>
      <ConfirmDialog
        open={lifts}
        title={`Lift the suspension of ${target?.username}?`}
        yes="Yes, lift it"
        no="Cancel"
        variant="primary"
        onConfirm={() => (target ? change(target, { until: null }).catch(showError) : undefined)}
        onClose={onClose}
      >
        {target && <p>{suspensionText(target)}.</p>}
        {target?.suspendedReason && <p className="mt-1">Reason: {target.suspendedReason}</p>}
        <p className="mt-1">They can sign in again right away.</p>
      </ConfirmDialog>
      <Dialog
        open={target !== null && !lifts}
        onClose={onClose}
        title={`Suspend ${target?.username}?`}
      >
        {target && (
          <SuspendForm
            key={target._id}
            onClose={onClose}
            onSubmit={(input) => change(target, input)}
          />
        )}
      </Dialog>
    </>
  );
}

type SuspensionInput = Body<'PUT /api/user/suspend/:userId'>;

interface FormProps {
  onClose: () => void;
  onSubmit: (input: SuspensionInput) => Promise<void>;
}

function SuspendForm({ onClose, onSubmit }: FormProps) {
  const [suspension, setSuspension] = useState(INITIAL_SUSPENSION);
  const alertId = useId();
  const { busy, error, submit } = useSubmit(() => undefined);
  const save = () =>
    submit(async () => {
      await onSubmit(suspensionOf(suspension));
      onClose();
    });
  return (
    <form
      className="mt-2 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="text-soft text-sm">
        They'll be signed out everywhere, and can't sign in, comment or write posts. What they've
        written stays.
      </p>
      <SuspensionFields value={suspension} onChange={setSuspension} />
      <FormAlert id={alertId} error={error} />
      <FormButtons
        label="Suspend"
        variant="danger"
        busy={busy}
        busyLabel="Suspending..."
        onCancel={onClose}
      />
    </form>
  );
}

function showError(error: unknown): void {
  toast(requestMessage(error), 'error');
}

/**
 * Returns a function that suspends a user or lifts a suspension, says so, and offers to undo it.
 * Throws when nothing was changed.
 */
function useSuspension(): (target: User, input: SuspensionInput) => Promise<void> {
  const client = useQueryClient();
  const change = async (target: User, input: SuspensionInput, isUndo = false): Promise<void> => {
    const done = input.until === null ? 'can sign in again.' : 'is suspended.';
    const before: SuspensionInput = isSuspended(target)
      ? { until: target.suspendedUntil, reason: target.suspendedReason ?? '' }
      : { until: null };
    try {
      await call('PUT /api/user/suspend/:userId', { userId: target._id, body: input });
    } finally {
      // Also after an error: another administrator may have changed something.
      void client.invalidateQueries();
    }
    const undo = () => void change(target, before, true).catch(showError);
    if (isUndo) toast(`${target.username} ${done}`);
    else toastWithUndo(`${target.username} ${done}`, undo);
  };
  return change;
}
