const LIFETIME_MS = 6000;
const AFTER_NAVIGATION_KEY = 'toast';

/** Shows a short message about success or failure for six seconds. */
export function toast(text: string, tone: 'success' | 'error' = 'success'): void {
  const box = document.createElement('div');
  box.className = 'toast';
  box.dataset.tone = tone;
  const message = document.createElement('p');
  message.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'icon-btn';
  close.ariaLabel = 'Dismiss message';
  close.textContent = '×';
  close.onclick = () => box.remove();
  box.append(message, close);
  document.getElementById('toasts')?.append(box);
  setTimeout(close.onclick, LIFETIME_MS);
}

/** Shows a message on the next page that this tab opens. */
export function toastAfterNavigation(text: string): void {
  try {
    sessionStorage.setItem(AFTER_NAVIGATION_KEY, text);
  } catch {
    // Without storage, only the message is lost.
  }
}

/** Shows the message that the previous page saved. */
export function showSavedToast(): void {
  try {
    const text = sessionStorage.getItem(AFTER_NAVIGATION_KEY);
    sessionStorage.removeItem(AFTER_NAVIGATION_KEY);
    if (text !== null) toast(text);
  } catch {
    // No storage, no message.
  }
}
