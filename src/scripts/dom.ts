/** Returns the element that the page's markup has. Throws an Error if it's missing. */
export function one<T extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): T {
  const found = root.querySelector<T>(selector);
  if (!found) throw new Error(`The page has no ${selector}`);
  return found;
}

/** Returns a copy of what a template of the page has. */
export function copyOf(id: string): DocumentFragment {
  return document.importNode(one<HTMLTemplateElement>(document, `#${id}`).content, true);
}
