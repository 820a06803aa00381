import { element } from '../lib/element.ts';

const LIFETIME_MS = 6000;
const AFTER_NAVIGATION_KEY = 'toast';

/** Shows a short message about success or failure for six seconds. */
export function toast(text: string, tone: 'success' | 'error' = 'success'): void {
  const box = element('div', { className: 'toast' });
  box.dataset.tone = tone;
  box.append(
    element('p', { textContent: text }),
    element('button', {
      className: 'icon-btn',
      type: 'button',
      ariaLabel: 'Dismiss message',
      textContent: '×',
      onclick: () => box.remove(),
    }),
  );
  document.getElementById('toasts')?.append(box);
  setTimeout(() => box.remove(), LIFETIME_MS);
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
