const LIFETIME_MS = 6000;
const AFTER_NAVIGATION_KEY = 'toast';

type Tone = 'success' | 'info' | 'error';

interface Action {
  label: string;
  run: () => void;
}

/** Shows a short message for six seconds, or twice as long with a button such as "Undo". */
export function toast(text: string, tone: Tone = 'success', action?: Action): void {
  const box = document.createElement('div');
  box.className = 'toast';
  box.dataset.tone = tone;
  const message = document.createElement('p');
  message.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'icon-btn text-xl';
  close.ariaLabel = 'Dismiss message';
  close.textContent = '×';
  close.onclick = () => box.remove();
  box.append(message, ...(action ? [actionButton(action, () => box.remove())] : []), close);
  document.getElementById('toasts')?.append(box);
  setTimeout(close.onclick, action ? LIFETIME_MS * 2 : LIFETIME_MS);
}

function actionButton({ label, run }: Action, close: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-secondary btn-small';
  button.textContent = label;
  button.onclick = () => {
    close();
    run();
  };
  return button;
}

/** Shows a message on the next page that this tab opens. */
export function toastAfterNavigation(text: string, tone: Tone = 'success'): void {
  try {
    sessionStorage.setItem(AFTER_NAVIGATION_KEY, JSON.stringify([text, tone]));
  } catch {
    // Without storage, only the message is lost.
  }
}

/** Shows the message that the previous page saved. */
export function showSavedToast(): void {
  try {
    const saved = sessionStorage.getItem(AFTER_NAVIGATION_KEY);
    sessionStorage.removeItem(AFTER_NAVIGATION_KEY);
    if (saved) toast(...(JSON.parse(saved) as [string, Tone]));
  } catch {
    // No storage, no message.
  }
}
