export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), properties);
}

/**
 * Creates a dialog for pages that don't load React. It looks like islands/ui/Dialog.tsx. The caller
 * shows it, and removes it once it is closed.
 */
export function createDialog(
  title: string,
  text: string,
  form: HTMLFormElement,
): HTMLDialogElement {
  const dialog = element('dialog', { className: 'dialog', ariaLabel: title });
  dialog.append(
    element('h2', { className: 'font-semibold text-xl', textContent: title }),
    element('p', { className: 'mt-2 text-soft text-sm', textContent: text }),
    form,
  );
  document.body.append(dialog);
  return dialog;
}
