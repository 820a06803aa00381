import { countCommentDrafts } from '../islands/comments/drafts.ts';
import { clearDrafts, countDrafts } from '../islands/editor/drafts.ts';
import { clearAllTabs } from '../lib/tab-storage.ts';
import { $user, signOut } from '../stores/session.ts';
import { button, element } from './elements.ts';

/**
 * Signs out and clears what the user left unsent in this browser: nothing of theirs stays on a shared
 * computer. Asks first when there is something. Never throws; when the server can't be reached, the
 * user stays signed in and nothing is cleared.
 */
export async function signOutAndClear(): Promise<void> {
  const user = $user.get();
  if (!user) return await signOut();
  const unsent = summarize(await countDrafts(user._id), countCommentDrafts());
  if (unsent !== '' && !(await confirmLoss(unsent))) return;
  await signOut(() => clearUnsent(user._id));
}

/** Clears what a user left unsent in this browser, in other tabs too. Never throws. */
export async function clearUnsent(userId: string): Promise<void> {
  clearAllTabs();
  await clearDrafts(userId);
}

function summarize(posts: number, comments: number): string {
  const parts = [count(posts, 'post draft', 'post drafts')];
  parts.push(count(comments, 'unsent comment', 'unsent comments'));
  return parts.filter((part) => part !== '').join(' and ');
}

function count(n: number, one: string, many: string): string {
  if (n === 0) return '';
  return n === 1 ? `1 ${one}` : `${n} ${many}`;
}

/** Asks in a dialog of its own, because reading pages load no React. Resolves to the answer. */
function confirmLoss(unsent: string): Promise<boolean> {
  const dialog = element('dialog', 'dialog');
  const title = element('h2', 'font-semibold text-xl', 'Sign out and delete your drafts?');
  title.id = 'sign-out-title';
  dialog.setAttribute('aria-labelledby', title.id);
  const text = `You have ${unsent} in this browser. Signing out deletes your unsent work.`;
  const no = button('btn btn-secondary', 'No, cancel');
  no.autofocus = true;
  const yes = button('btn btn-danger', "Yes, I'm sure");
  const buttons = element('div', 'mt-6 flex flex-wrap justify-end gap-3');
  buttons.append(no, yes);
  dialog.append(title, element('p', 'mt-2 text-soft text-sm', text), buttons);
  document.body.append(dialog);
  return new Promise((resolve) => {
    yes.addEventListener('click', () => dialog.close('yes'));
    no.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    dialog.showModal();
  });
}
