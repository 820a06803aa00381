import Quill from 'quill/core.js';
import type { Editor } from '../quill/create.ts';
import { parseTree } from '../quill/stored/tree.ts';
import { isBlank, isEmptyLink, type Place, type Suggestion, suggestionsFor } from './rules.ts';

/** Returns the suggestions for what the editor shows. */
export function suggestionsIn(
  editor: Editor,
  html: string,
  cover: { image: string; imageAlt: string },
): Suggestion[] {
  const uploads = editor.quill.root.querySelectorAll('[data-upload]').length;
  return suggestionsFor({ content: parseTree(html), ...cover, uploads });
}

/** Selects what a suggestion is about, and scrolls to it. The cover isn't in the text. */
export function selectPlace({ quill }: Editor, place: Place): void {
  const element = elementAt(quill.root, place);
  const blot = element && Quill.find(element, true);
  if (!element || !blot || blot instanceof Quill) return;
  const isHeading = place.kind === 'heading';
  // A heading ends with its line break.
  const length = Math.max(1, blot.length() - (isHeading ? 1 : 0));
  quill.focus({ preventScroll: true });
  quill.setSelection(quill.getIndex(blot), length, 'user');
  element.scrollIntoView({ block: 'center' });
}

/** The same elements, in the same order, as `suggestionsFor` counts in the stored form. */
function elementAt(root: HTMLElement, { kind, index }: Place): Element | undefined {
  const find = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  if (kind === 'upload') return find('[data-upload]')[index];
  if (kind === 'picture') {
    return find('img').filter((picture) => !picture.closest('[data-upload]'))[index];
  }
  if (kind === 'heading') {
    return find('h1, h2, h3, h4, h5, h6').filter((one) => !isBlank(one.textContent))[index];
  }
  const isEmpty = (link: HTMLElement) =>
    isEmptyLink(
      link.textContent,
      link.getAttribute('href') ?? '',
      link.querySelector('img') !== null,
    );
  return find('a').filter(isEmpty)[index];
}
