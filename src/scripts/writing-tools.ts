import type { User } from '../../api/contract/users.ts';

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
  link.ariaKeyShortcuts = 'e';
  place.replaceChildren(link);
}

let isListening = false;

/** `n` opens a new post, and `e` the editor of the post that this page shows. */
export function startShortcuts(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing)
      return;
    if (
      event.defaultPrevented ||
      isTyping(event.target) ||
      document.querySelector('dialog[open]')
    ) {
      return;
    }
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="listbox"]') !== null)
  );
}
