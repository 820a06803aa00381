import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Role, User } from '../../../../api/contract/users.ts';
import { ApiFailure, api } from '../../../lib/api.ts';
import { verifySession } from '../../../stores/session.ts';
import { toast } from '../../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';
import { replaceTab } from '../tabs.tsx';

interface Props {
  /** The user whose role is about to change. */
  target: User | null;
  /** The signed-in administrator. */
  self: User;
  onClose: () => void;
}

/** Asks before a role changes, and says what that means. The last administrator can't be demoted. */
export function RoleDialog({ target, self, onClose }: Props) {
  const administrators = useQuery({
    queryKey: keys.administrators,
    queryFn: async ({ signal }) =>
      (await api.users({ role: 'administrator', limit: 1 }, { signal })).totalUsers,
    enabled: target?.isAdmin === true,
    staleTime: 0,
  });
  const change = useRoleChange(self);
  const isLast =
    target?.isAdmin === true && !administrators.isFetching && administrators.data === 1;
  const question = target && questionFor(target, self);
  return (
    <>
      <Dialog
        open={isLast}
        onClose={onClose}
        title={
          isLast && isSelf(target, self)
            ? "You're the only administrator"
            : 'This is the only administrator'
        }
      >
        <p className="mt-2 text-soft text-sm">
          A site needs at least one administrator. Make another user an administrator first.
        </p>
        <div className="mt-6 flex justify-end">
          <Button variant="secondary" onClick={onClose} autoFocus>
            OK
          </Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={target !== null && !isLast && !administrators.isFetching}
        title={question?.title ?? ''}
        yes={question?.yes}
        no="Cancel"
        variant={target?.isAdmin ? 'danger' : 'primary'}
        onConfirm={async () => {
          if (target) await change(target);
        }}
        onClose={onClose}
      >
        {question?.text}
      </ConfirmDialog>
    </>
  );
}

const isSelf = (target: User, self: User) => target._id === self._id;

function questionFor(target: User, self: User): { title: string; text: string; yes: string } {
  if (!target.isAdmin) {
    return {
      title: `Make ${target.username} an administrator?`,
      text: "Administrators can write, edit and delete every post, delete comments and users, and change anyone's role, including yours.",
      yes: 'Yes, make administrator',
    };
  }
  if (isSelf(target, self)) {
    return {
      title: 'Remove your own administrator rights?',
      text: "You'll lose access to posts, users and comments right away. Only another administrator can restore it. Your posts stay published.",
      yes: 'Yes, remove my rights',
    };
  }
  return {
    title: `Remove ${target.username} as an administrator?`,
    text: "They'll lose access to posts, users and comments right away, even while editing a post. They can still sign in and comment, and their posts stay published.",
    yes: 'Yes, remove administrator',
  };
}

function useRoleChange(self: User): (target: User) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ user, role }: { user: User; role: Role }) => api.setRole(user._id, role),
  });
  return async (target) => {
    const role = target.isAdmin ? 'reader' : 'administrator';
    try {
      await mutateAsync({ user: target, role });
    } catch (error) {
      const isCanceled = error instanceof ApiFailure && error.code === 'reauthenticate';
      toast(isCanceled ? 'The role was not changed.' : requestMessage(error), 'error');
      // Another administrator may have changed something.
      void client.invalidateQueries();
      return;
    }
    if (isSelf(target, self)) {
      replaceTab('profile');
      await verifySession({ again: true });
      toast("You're no longer an administrator.");
      return;
    }
    toast(
      role === 'administrator'
        ? `${target.username} is now an administrator.`
        : `${target.username} is no longer an administrator.`,
    );
    void client.invalidateQueries();
  };
}
