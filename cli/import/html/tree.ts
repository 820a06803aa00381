import { attribute, escapeText } from '../../../api/contract/content/attributes.ts';
import type { ElementNode, Node } from '../../../api/contract/content/elements.ts';
import { VOID_ELEMENTS } from '../../../api/contract/html.ts';

export function isElement(node: Node): node is ElementNode {
  return typeof node !== 'string';
}

/** Returns an element with these attributes. */
export function element(
  name: string,
  attributes: Record<string, string>,
  children: Node[] = [],
): ElementNode {
  return { name, attribs: new Map(Object.entries(attributes)), children };
}

/** Returns the text inside, as it is in the source. */
export function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) => (isElement(node) ? textOf(node.children) : node)).join('');
}

/** Returns all elements inside that match, in the order of the source. */
export function findAll(
  nodes: readonly Node[],
  matches: (element: ElementNode) => boolean,
): ElementNode[] {
  return nodes.filter(isElement).flatMap((node) => {
    const inside = findAll(node.children, matches);
    return matches(node) ? [node, ...inside] : inside;
  });
}

export function isBlank(node: Node): boolean {
  return !isElement(node) && node.trim() === '';
}

/** Whether an element has one of these classes. */
export function hasAnyClass({ attribs }: ElementNode, pattern: RegExp): boolean {
  return (attribs.get('class') ?? '').split(/\s+/).some((name) => pattern.test(name));
}

/** Writes a tree as HTML. */
export function serialize(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return escapeText(node);
      const attributes = [...node.attribs].map(([name, value]) => attribute(name, value)).join('');
      const tag = `<${node.name}${attributes}>`;
      // HTML ignores a line break right after the tag.
      const first = node.name === 'pre' && textOf(node.children).startsWith('\n') ? '\n' : '';
      if (VOID_ELEMENTS.has(node.name)) return tag;
      return `${tag}${first}${serialize(node.children)}</${node.name}>`;
    })
    .join('');
}
