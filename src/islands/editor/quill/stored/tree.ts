import {
  BLOCKS,
  DROPPED,
  type ElementNode,
  INLINE,
  type Node as TreeNode,
} from '../../../../../api/contract/content/elements.ts';
import { writeContent } from '../../../../../api/contract/content/write.ts';
import { VOID_ELEMENTS } from '../../../../../api/contract/html.ts';

/** Parses HTML into the tree that `writeContent` reads, as the server does. */
export function parseTree(html: string): ElementNode {
  return treeOf(new DOMParser().parseFromString(html, 'text/html').body);
}

/** Returns the tree of the elements that posts may have. Other elements keep only their content. */
export function treeOf(body: Element): ElementNode {
  return { name: '#root', attribs: new Map(), children: childrenOf(body) };
}

function childrenOf(parent: Node): TreeNode[] {
  const children: TreeNode[] = [];
  for (const node of parent.childNodes) {
    if (node instanceof Element) children.push(...elementsOf(node));
    else if (node.nodeType === Node.TEXT_NODE) children.push(node.nodeValue ?? '');
  }
  return children;
}

function elementsOf(element: Element): TreeNode[] {
  const name = element.localName;
  const isKnown = BLOCKS.has(name) || INLINE.has(name) || VOID_ELEMENTS.has(name);
  if (!isKnown) return DROPPED.has(name) ? [] : childrenOf(element);
  const attribs = new Map([...element.attributes].map(({ name, value }) => [name, value] as const));
  return [{ name, attribs, children: name === 'iframe' ? [] : childrenOf(element) }];
}

/** Returns HTML in the form in which posts are stored. */
export function storedForm(html: string): string {
  return writeContent(parseTree(html));
}
