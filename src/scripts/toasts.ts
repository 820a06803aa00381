import { element } from '../lib/dialog.ts';
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
  const close = element('button', {
    type: 'button',
    className: 'icon-btn',
    ariaLabel: 'Dismiss message',
    textContent: '×',
  });
  close.addEventListener('click', () => dismissToast(id));
  const toast = element('div', { className: 'toast' });
  toast.dataset.tone = tone;
  toast.append(element('p', { textContent: text }), close);
  return toast;
}
