type Elements = HTMLElementTagNameMap;

/** Creates an element and sets its properties. */
export function element<K extends keyof Elements>(
  name: K,
  properties: Partial<Elements[K]> = {},
): Elements[K] {
  return Object.assign(document.createElement(name), properties);
}

/**
 * Creates a dialog for pages that don't load React. It looks like islands/ui/Dialog.tsx. The caller
 * shows it, and removes it once it is closed.
 */
export function createDialog(title: string, text: string, ...content: Node[]): HTMLDialogElement {
  const dialog = element('dialog', { className: 'dialog', ariaLabel: title });
  dialog.append(
    element('h2', { className: 'font-semibold text-xl', textContent: title }),
    element('p', { className: 'mt-2 text-soft text-sm', textContent: text }),
    ...content,
  );
  document.body.append(dialog);
  return dialog;
}
