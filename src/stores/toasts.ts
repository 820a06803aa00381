import { atom } from 'nanostores';

export interface Toast {
  id: number;
  text: string;
  tone: 'success' | 'error';
}

/** Long enough to read a sentence twice. */
const LIFETIME_MS = 6000;
const AFTER_NAVIGATION_KEY = 'toast';

/** Short messages that something worked or did not, newest last. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** Shows a message for a while; gives its id. */
export function toast(text: string, tone: Toast['tone'] = 'success'): number {
  lastId += 1;
  const id = lastId;
  $toasts.set([...$toasts.get(), { id, text, tone }]);
  setTimeout(() => dismissToast(id), LIFETIME_MS);
  return id;
}

/** Takes a message away; an unknown id is ignored. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((one) => one.id !== id));
}

/** Shows a message on the page that this tab opens next. */
export function toastAfterNavigation(text: string): void {
  try {
    sessionStorage.setItem(AFTER_NAVIGATION_KEY, text);
  } catch {
    // Without storage the message is lost, and nothing else.
  }
}

/** Shows the message that the page before has left, once. */
export function showLeftToast(): void {
  try {
    const text = sessionStorage.getItem(AFTER_NAVIGATION_KEY);
    if (text === null) return;
    sessionStorage.removeItem(AFTER_NAVIGATION_KEY);
    toast(text);
  } catch {
    // As above.
  }
}
