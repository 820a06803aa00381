import { escapeText } from '../attributes.ts';
import type { ElementNode, Node } from '../elements.ts';
import { cleanText } from '../line.ts';
import type { BlockWriter } from './block.ts';

/** `<div data-math>TeX</div>`: a formula on a line of its own. */
export const formula: BlockWriter = (element, { emit }) => {
  if (!element.attribs.has('data-math')) return null;
  return emit(formulaTag('div', element));
};

/** Returns a formula as it's stored, or an empty string if it's empty. */
export function formulaTag(tag: 'div' | 'span', element: ElementNode): string {
  const tex = cleanText(sourceOf(element.children)).trim();
  return tex === '' ? '' : `<${tag} data-math>${escapeText(tex)}</${tag}>`;
}

function sourceOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      return node.name === 'br' ? '\n' : sourceOf(node.children);
    })
    .join('');
}
