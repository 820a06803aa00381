/** Returns the contents of the first element that matches, in stored HTML. */
export function innerHtml(html: string, selector: string): string {
  return elementIn(html, selector)?.innerHTML ?? '';
}

export function elementIn(html: string, selector: string): HTMLElement | null {
  return new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>(selector);
}
