import { $toasts, dismissToast, showSavedToast, type Toast } from '../stores/toasts.ts';

/** Shows the toasts in the page's live region. */
export function startToasts(): void {
  const region = document.getElementById('toasts');
  if (!region) return;
  const shown = new Map<number, HTMLElement>();
  $toasts.subscribe((toasts) => {
    for (const [id, shownToast] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue;
      shownToast.remove();
      shown.delete(id);
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue;
      const added = elementOf(toast);
      region.append(added);
      shown.set(toast.id, added);
    }
  });
  showSavedToast();
}

function elementOf({ id, text, tone }: Toast): HTMLElement {
  const element = document.createElement('div');
  element.className = 'toast';
  element.dataset.tone = tone;
  const message = document.createElement('p');
  message.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'icon-btn';
  close.ariaLabel = 'Dismiss message';
  close.textContent = '×';
  close.addEventListener('click', () => dismissToast(id));
  element.append(message, close);
  return element;
}
