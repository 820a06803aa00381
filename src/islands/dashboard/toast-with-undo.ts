import { toast } from '../../stores/toasts.ts';

const LIFETIME_MS = 12_000;

/** Shows a message with a button that undoes what it says. */
export function toastWithUndo(text: string, undo: () => void): void {
  const box = toast(text, 'success', LIFETIME_MS);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-secondary btn-small';
  button.textContent = 'Undo';
  button.onclick = () => {
    box.remove();
    undo();
  };
  box.querySelector('p')?.after(button);
}
