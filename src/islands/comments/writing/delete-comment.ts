import { call } from '../../../lib/api.ts';
import { goToSignIn } from '../../../lib/navigate.ts';
import { signOutSuccess } from '../../../stores/session.ts';
import { removeComment } from '../../../stores/thread.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage, statusOf } from '../../ui/request.ts';

/** Deletes a comment. Resolves to whether it no longer exists. */
export async function deleteComment(id: string): Promise<boolean> {
  try {
    await call('DELETE /api/comment/deleteComment/:commentId', { commentId: id });
  } catch (error) {
    const status = statusOf(error);
    if (status === 401) {
      signOutSuccess();
      goToSignIn(`${window.location.pathname}#comment-${id}`);
    } else if (status !== 404) toast(requestMessage(error), 'error');
    if (status !== 404) return false;
    removeComment(id);
    toast('This comment no longer exists.', 'error');
    return true;
  }
  removeComment(id);
  toast('The comment has been deleted.');
  return true;
}
