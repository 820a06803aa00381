const LIFETIME_MS = 6000;
const AFTER_NAVIGATION_KEY = 'toast';

type Tone = 'success' | 'info' | 'error';

/** Shows a short message, for six seconds by default. Returns its element. */
export function toast(text: string, tone: Tone = 'success', lifetimeMs = LIFETIME_MS): HTMLElement {
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
  box.append(message, close);
  document.getElementById('toasts')?.append(box);
  setTimeout(close.onclick, lifetimeMs);
  return box;
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
