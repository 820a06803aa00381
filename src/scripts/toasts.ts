import { $toasts, dismissToast, showLeftToast, type Toast } from '../stores/toasts.ts';

/** Shows the toasts of the store in the page's live region. */
export function startToasts(): void {
  const region = document.getElementById('toasts');
  if (!region) return;
  const shown = new Map<number, HTMLElement>();
  $toasts.subscribe((toasts) => {
    for (const [id, element] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue;
      element.remove();
      shown.delete(id);
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue;
      const element = elementOf(toast);
      region.append(element);
      shown.set(toast.id, element);
    }
  });
  showLeftToast();
}

function elementOf(toast: Toast): HTMLElement {
  const element = document.createElement('div');
  element.className = 'toast';
  element.dataset.tone = toast.tone;
  const text = document.createElement('p');
  text.textContent = toast.text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'icon-btn';
  close.setAttribute('aria-label', 'Dismiss message');
  close.textContent = '×';
  close.addEventListener('click', () => dismissToast(toast.id));
  element.append(text, close);
  return element;
}
