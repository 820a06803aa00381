import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ROLES, type User } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { keys } from '../data.tsx';
import { RoleChoice } from './RoleChoice.tsx';
import { useRoleChange } from './useRoleChange.ts';

interface Props {
  target: User | null;
  self: User;
  onClose: () => void;
}

/** Asks for a role, and says what each one may do. The last administrator can't be demoted. */
export function RoleDialog({ target, self, onClose }: Props) {
  const isAdmin = target?.isAdmin === true;
  const administrators = useQuery({
    queryKey: keys.administrators,
    queryFn: async ({ signal }) =>
      (await call('GET /api/user/getusers', { query: { role: 'administrator', limit: 1 }, signal }))
        .totalUsers,
    enabled: isAdmin,
    staleTime: 0,
  });
  const isLast = isAdmin && !administrators.isFetching && administrators.data === 1;
  const isSelf = target?._id === self._id;
  const only = isSelf ? "You're the only administrator" : 'This is the only administrator';
  return (
    <>
      <Dialog open={isLast} onClose={onClose} title={only}>
        <p className="mt-2 text-soft text-sm">
          A site needs at least one administrator. Make another user an administrator first.
        </p>
        <div className="mt-6 flex justify-end">
          <Button variant="secondary" onClick={onClose} autoFocus>
            OK
          </Button>
        </div>
      </Dialog>
      <Dialog
        open={target !== null && !isLast && !administrators.isFetching}
        onClose={onClose}
        title={isSelf ? 'Change your own role' : `Change the role of ${target?.username}`}
      >
        {target && <RoleForm key={target._id} target={target} self={self} onClose={onClose} />}
      </Dialog>
    </>
  );
}

function RoleForm({ target, self, onClose }: Props & { target: User }) {
  const [role, setRole] = useState(target.role);
  const [busy, setBusy] = useState(false);
  const choices = useRef<HTMLFieldSetElement>(null);
  const change = useRoleChange(self);
  // After the dialog has opened, which focuses the first role.
  useEffect(() => choices.current?.querySelector<HTMLElement>(':checked')?.focus(), []);
  const isSelf = target._id === self._id;
  const save = async () => {
    setBusy(true);
    await change(target, role);
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset ref={choices} className="mt-4 grid gap-1">
        <legend className="sr-only">Role</legend>
        {ROLES.map((one) => (
          <RoleChoice key={one} role={one} checked={one === role} onChoose={() => setRole(one)} />
        ))}
      </fieldset>
      <p className="mt-3 min-h-[2.5em] text-soft text-sm" role="status">
        {target.isAdmin &&
          role !== target.role &&
          (isSelf
            ? "You'll lose your administrator rights right away. Only another administrator can restore them."
            : "They'll lose their administrator rights right away. Their posts stay published.")}
      </p>
      <FormButtons
        label="Change Role"
        variant={target.isAdmin ? 'danger' : 'primary'}
        disabled={role === target.role}
        busy={busy}
        busyLabel="Changing..."
        onCancel={onClose}
      />
    </form>
  );
}
