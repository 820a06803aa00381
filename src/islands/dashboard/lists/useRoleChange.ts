import { useQueryClient } from '@tanstack/react-query';
import type { Role, User } from '../../../../api/contract/users.ts';
import { ApiFailure, call } from '../../../lib/api.ts';
import { verifySession } from '../../../stores/session.ts';
import { toastWithUndo } from '../../../stores/toast-with-undo.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { ROLE_NAMES, replaceTab } from '../tabs.tsx';

/** Returns a function that changes a user's role, says so, and offers to undo it. */
export function useRoleChange(self: User): (target: User, role: Role) => Promise<void> {
  const client = useQueryClient();
  const change = async (target: User, role: Role, isUndo = false): Promise<void> => {
    try {
      await call('PUT /api/user/role/:userId', { userId: target._id, body: { role } });
    } catch (error) {
      const isCanceled = error instanceof ApiFailure && error.code === 'reauthenticate';
      toast(isCanceled ? "The role wasn't changed." : requestMessage(error), 'error');
      // Another administrator may have changed something.
      void client.invalidateQueries();
      return;
    }
    if (target._id === self._id) {
      replaceTab('profile');
      await verifySession({ again: true });
      toast("You're no longer an administrator.");
      return;
    }
    const name = ROLE_NAMES[role].toLowerCase();
    const article = /^[ae]/.test(name) ? 'an' : 'a';
    const done = `${target.username} is now ${article} ${name}.`;
    if (isUndo) toast(done);
    else toastWithUndo(done, () => void change(target, target.role, true));
    void client.invalidateQueries();
  };
  return change;
}
