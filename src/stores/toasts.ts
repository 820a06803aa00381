import { atom } from 'nanostores';

export interface Toast {
  id: number;
  text: string;
  tone: 'success' | 'error';
}

const LIFETIME_MS = 6000;
const AFTER_NAVIGATION_KEY = 'toast';

/** Short messages about success or failure, newest last. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** Shows a message for six seconds. Returns its id. */
export function toast(text: string, tone: Toast['tone'] = 'success'): number {
  lastId += 1;
  const id = lastId;
  $toasts.set([...$toasts.get(), { id, text, tone }]);
  setTimeout(() => dismissToast(id), LIFETIME_MS);
  return id;
}

/** Removes a message. Unknown ids are ignored. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((one) => one.id !== id));
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
    if (text === null) return;
    sessionStorage.removeItem(AFTER_NAVIGATION_KEY);
    toast(text);
  } catch {
    // No storage, no message.
  }
}
