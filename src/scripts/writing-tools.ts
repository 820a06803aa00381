import type { User } from '../../api/contract/users.ts';
import { $preferences } from '../stores/preferences.ts';
import { showOfferedUndo } from '../stores/undo-publish.ts';
import { isSingleKey } from './single-keys.ts';

// For those who write. Readers never load this script.

/**
 * Shows the link "Edit this post" in `place`, which has the ids of the post and its author, to
 * those who may edit it.
 */
export function showEditLink(place: HTMLElement, user: User): void {
  if (user.role === 'author' && place.dataset.author !== user._id) return;
  place.dataset.mine = '';
  const link = document.createElement('a');
  link.className = 'btn btn-secondary btn-small';
  link.href = `/update-post/${place.dataset.editPost}`;
  link.textContent = 'Edit this post';
  if ($preferences.get().singleKeys) link.ariaKeyShortcuts = 'e';
  place.replaceChildren(link);
}

let isStarted = false;

/** Starts the shortcuts, and offers to undo what the previous page published. */
export function startWriting(): void {
  if (isStarted) return;
  isStarted = true;
  startShortcuts();
  showOfferedUndo();
}

/**
 * `n` opens a new post, and `e` the editor of the post that this page shows. A writer can switch
 * them off, and they don't work on pages with an editor, where they would swallow text.
 */
function startShortcuts(): void {
  let isAltGraph = false;
  document.addEventListener('keyup', ({ key }) => {
    if (key === 'AltGraph') isAltGraph = false;
  });
  document.addEventListener('keydown', (event) => {
    // Not every system reports AltGr with the next key.
    if (event.key === 'AltGraph') isAltGraph = true;
    if (isAltGraph || !isSingleKey(event)) return;
    const link =
      event.key === 'n'
        ? document.querySelector<HTMLAnchorElement>('#account-menu a[href="/create-post"]')
        : event.key === 'e'
          ? document.querySelector<HTMLAnchorElement>('[data-edit-post] a')
          : null;
    if (!document.documentElement.dataset.role || !link) return;
    event.preventDefault();
    link.click();
  });
}
