import { directionOf } from '../direction.ts';
import { type HtmlElement, type HtmlNode, isElement, isText } from '../html.ts';

/** Matches text that starts with a quotation mark, which hangs in the margin. */
export const OPENING_MARK = /^\s*[“"„«‘‚‹]/;

export function isFootnote({ name, attribs }: HtmlElement): boolean {
  return name === 'span' && attribs['data-footnote'] !== undefined;
}

export function isFormula({ attribs }: HtmlElement): boolean {
  return attribs['data-math'] !== undefined;
}

/** Returns the text of headings, captions and code. A `<br>` becomes a line break. */
export function textWithoutNotes(nodes: readonly HtmlNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (isText(node)) text += node.data;
    else if (isElement(node) && !isFootnote(node)) {
      text += node.name === 'br' ? '\n' : textWithoutNotes(node.children);
    }
  }
  return text;
}

/** Returns text on one line. */
export function lineOf(nodes: readonly HtmlNode[]): string {
  return textWithoutNotes(nodes).replace(/\s+/g, ' ').trim();
}

/** Returns the first text with a letter, outside of code, formulas and footnotes. */
export function firstText(nodes: readonly HtmlNode[]): string {
  for (const node of nodes) {
    let text = '';
    if (isText(node)) text = node.data;
    else if (isElement(node) && node.name !== 'pre' && !isFormula(node) && !isFootnote(node)) {
      text = firstText(node.children);
    }
    if (directionOf(text) !== undefined) return text;
  }
  return '';
}

/** Returns the picture of a paragraph that has nothing else in it. */
export function lonePicture({ children }: HtmlElement): HtmlElement | undefined {
  const [only, ...others] = children.filter((node) => !isText(node) || node.data.trim() !== '');
  return only && others.length === 0 && isElement(only) && only.name === 'img' ? only : undefined;
}
