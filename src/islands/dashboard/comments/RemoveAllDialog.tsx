import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { REMOVED_DAYS } from '../../../../api/contract/comments.ts';
import type { PublicUser, User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { toastWithUndo } from '../../../stores/toast-with-undo.ts';
import { toast } from '../../../stores/toasts.ts';
import { FormAlert, useSubmit } from '../../auth/FormAlert.tsx';
import { attempt } from '../../ui/attempt.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { INITIAL_SUSPENSION, SuspensionFields, suspensionOf } from '../lists/SuspensionFields.tsx';
import { loadWaiting } from '../waiting.ts';

interface Props {
  member: PublicUser | null;
  user: User;
  onClose: () => void;
}

/** Asks which comments of a member to remove and, for administrators, whether to suspend them. */
export function RemoveAllDialog({ member, user, onClose }: Props) {
  return (
    <Dialog
      open={member !== null}
      onClose={onClose}
      title={`Remove comments by ${member?.username}`}
    >
      {member && (
        <RemoveAllForm
          key={member._id}
          member={member}
          canSuspend={user.isAdmin && member._id !== user._id}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

const SPANS = [
  { value: 'hour', label: 'From the last hour' },
  { value: 'day', label: 'From the last day' },
  { value: 'all', label: 'All comments' },
] as const;
type Span = (typeof SPANS)[number]['value'];

interface FormProps {
  member: PublicUser;
  canSuspend: boolean;
  onClose: () => void;
}

function RemoveAllForm({ member, canSuspend, onClose }: FormProps) {
  const [since, setSince] = useState<Span>('day');
  const [suspends, setSuspends] = useState(false);
  const [suspension, setSuspension] = useState(INITIAL_SUSPENSION);
  const alertId = useId();
  const removeAll = useRemoveAll();
  const { busy, error, submit } = useSubmit(() => undefined);
  const save = () =>
    submit(async () => {
      // Suspends them first, so that they can't write while their comments are being removed.
      if (suspends) {
        const body = suspensionOf(suspension);
        await call('PUT /api/user/suspend/:userId', { userId: member._id, body });
      }
      await removeAll(member, since, suspends);
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
        Readers won't see them anymore. You can restore them for {REMOVED_DAYS} days.
      </p>
      <fieldset>
        <legend className="sr-only">Which comments</legend>
        {SPANS.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="radio"
              name="since"
              className="size-4 accent-accent"
              checked={since === value}
              onChange={() => setSince(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {canSuspend && (
        <label className="flex min-h-11 items-center gap-3 border-line border-t pt-3 text-sm">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={suspends}
            onChange={({ target }) => setSuspends(target.checked)}
          />
          Also suspend {member.username}
        </label>
      )}
      {suspends && <SuspensionFields value={suspension} onChange={setSuspension} />}
      <FormAlert id={alertId} error={error} />
      <FormButtons
        label={suspends ? 'Remove and suspend' : 'Remove'}
        variant="danger"
        busy={busy}
        busyLabel="Removing..."
        onCancel={onClose}
      />
    </form>
  );
}

/** Returns a function that removes comments, says how many, and offers to restore them. */
function useRemoveAll() {
  const client = useQueryClient();
  const refresh = () => {
    void client.invalidateQueries();
    void loadWaiting();
  };
  return async ({ _id: userId, username }: PublicUser, since: Span, suspended: boolean) => {
    const path = 'PUT /api/comment/removeall/:userId';
    const { changed, at } = await call(path, { userId, body: { since } }).finally(refresh);
    const also = suspended ? ` ${username} is now suspended.` : '';
    if (changed === 0) return void toast(`There was nothing to remove.${also}`, 'info');
    const restore = async () => {
      const work = () =>
        call('PUT /api/comment/restoreall/:userId', { userId, body: { at } }).finally(refresh);
      await attempt(work, (done) => `${counted(done.changed, 'comment')} restored.`);
    };
    toastWithUndo(`${counted(changed, 'comment')} removed.${also}`, () => void restore());
  };
}
