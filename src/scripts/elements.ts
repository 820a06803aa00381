/** Makes an element. For questions on pages that load no React. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

export function button(className: string, label: string): HTMLButtonElement {
  const made = element('button', className, label);
  made.type = 'button';
  return made;
}
