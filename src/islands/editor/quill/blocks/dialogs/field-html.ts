/** Parts of a text that aren't edited in a field of a dialog, but kept. */
const ATOMIC =
  'figure, table, pre, iframe, aside, details, dl, hr, [data-math], [data-footnote], img';

/** Shows stored HTML in a field. It's in the stored form, so it has no elements that could run. */
export function fillField(field: HTMLElement, html: string): void {
  field.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
  for (const part of field.querySelectorAll(ATOMIC)) part.setAttribute('contenteditable', 'false');
  for (const part of field.querySelectorAll('[style]')) part.setAttribute('data-own-style', '');
}

/** Returns the HTML of a field, without the styles that browsers add when lines are joined. */
export function fieldHtml(field: HTMLElement): string {
  const copy = field.cloneNode(true) as HTMLElement;
  for (const part of copy.querySelectorAll('[style]:not([data-own-style])')) {
    part.removeAttribute('style');
  }
  return copy.innerHTML;
}

/** Returns the contents of the first element that matches, in stored HTML. */
export function innerHtml(html: string, selector: string): string {
  return elementIn(html, selector)?.innerHTML ?? '';
}

export function elementIn(html: string, selector: string): HTMLElement | null {
  return new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>(selector);
}
