import type { ElementNode, Node } from '../elements.ts';
import { type BlockWriter, type Contents, isElement } from './block.ts';

/** `<dl>` with terms, each of one line, and definitions. Their order is kept. */
export const definitions: BlockWriter = ({ children }, contents) => {
  const parts = partsOf(children);
  if (!parts.some(isPart)) return null;
  const inner = parts.map((part) => partHtml(part, contents)).join('');
  return inner === '' ? '' : `${contents.emit('<dl>')}${inner}</dl>`;
};

function partHtml(part: ElementNode, contents: Contents): string {
  const name = part.name === 'dt' ? 'dt' : 'dd';
  const inner = name === 'dt' ? contents.text(part.children) : contents.item(part.children);
  return inner === '' ? '' : `${contents.emit(`<${name}>`)}${inner}</${name}>`;
}

/** Returns terms and definitions, including those in a `div`, and other content as definitions. */
function partsOf(nodes: readonly Node[]): ElementNode[] {
  return nodes.flatMap((node) => {
    if (isElement(node) && isPart(node)) return [node];
    if (isElement(node) && node.name === 'div') return partsOf(node.children);
    const isBlank = typeof node === 'string' && node.trim() === '';
    return isBlank ? [] : [{ name: 'other', attribs: new Map(), children: [node] }];
  });
}

function isPart({ name }: ElementNode): boolean {
  return name === 'dt' || name === 'dd';
}
