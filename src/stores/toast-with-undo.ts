import { toast } from './toasts.ts';

const LIFETIME_MS = 12_000;
/** The longest delay of a timer: the toast's own timer never fires first. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Shows a message with a button that undoes what it says. It stays as long as the pointer or the
 * focus is on it. Returns a function that removes it.
 */
export function toastWithUndo(
  text: string,
  undo: () => void,
  lifetimeMs = LIFETIME_MS,
): () => void {
  const box = toast(text, 'success', NEVER_MS);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-secondary btn-small';
  button.textContent = 'Undo';
  button.onclick = () => {
    box.remove();
    undo();
  };
  box.querySelector('p')?.after(button);
  const end = () => {
    if (box.matches(':hover, :focus-within')) setTimeout(end, lifetimeMs / 2);
    else box.remove();
  };
  setTimeout(end, lifetimeMs);
  return () => box.remove();
}
