import { countCommentDrafts } from '../stores/comment-drafts.ts';
import { clearDrafts, countDrafts } from '../stores/post-drafts.ts';
import { clearRecordings } from '../stores/recordings.ts';
import { $user, signOut } from '../stores/session.ts';
import { toast } from '../stores/toasts.ts';
import { createDialog, element } from './dialog.ts';
import { isLeaving } from './navigate.ts';
import { clearAllTabs, SIGNED_OUT } from './tab-storage.ts';

/**
 * Signs out and deletes the user's unsaved work from this browser, so that nothing stays behind on
 * a shared computer. Asks first if there is any. Never throws: if the server can't be reached, the
 * user stays signed in and nothing is deleted.
 */
export async function signOutAndClear(): Promise<void> {
  const user = $user.get();
  if (!user) return await signOut();
  const unsent = [
    count(await countDrafts(user._id), 'post draft'),
    count(countCommentDrafts(), 'unsent comment'),
  ]
    .filter(Boolean)
    .join(' and ');
  if (unsent !== '' && !(await confirmLoss(unsent))) return;
  await signOut(() => clearUnsent(user._id));
  // Pages behind a guard open the sign-in page, which shows the message.
  if ($user.get() === null && !isLeaving()) toast(SIGNED_OUT);
}

/** Deletes a user's unsaved work and recordings from this browser, in all tabs. Never throws. */
export async function clearUnsent(userId: string): Promise<void> {
  clearAllTabs();
  await clearDrafts(userId);
  await clearRecordings(userId);
}

function count(n: number, noun: string): string {
  return n === 0 ? '' : `${n} ${noun}${n === 1 ? '' : 's'}`;
}

async function confirmLoss(unsent: string): Promise<boolean> {
  const form = element('form', {
    method: 'dialog',
    className: 'mt-6 flex flex-wrap justify-end gap-3',
  });
  form.append(
    element('button', { className: 'btn btn-secondary', textContent: 'No, cancel' }),
    element('button', { className: 'btn btn-danger', textContent: "Yes, I'm sure", value: 'yes' }),
  );
  const dialog = createDialog(
    'Sign out and delete your drafts?',
    `You have ${unsent} in this browser. Signing out deletes your unsent work.`,
    form,
  );
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve));
  dialog.remove();
  return dialog.returnValue === 'yes';
}
