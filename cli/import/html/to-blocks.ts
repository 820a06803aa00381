import { COMMENT, parseAll } from '../../../api/content/parse.ts';
import { BLOCKS, type ElementNode, type Node } from '../../../api/contract/content/elements.ts';
import { alignmentOf, inlineFormats } from './formats.ts';
import type { HtmlOptions } from './options.ts';
import { RULES } from './rules.ts';
import { element, findAll, isElement, serialize } from './tree.ts';

/**
 * Converts the HTML of another system to HTML that has only what posts can hold, for
 * `prepareContent`. Text is never dropped: what has no place in a post becomes text or a link.
 * Calls `options.note` with everything that became another kind of block or was left out.
 */
export function toBlocks(html: string, options: HtmlOptions): string {
  return blocksOf(parseAll(html).children, options);
}

/** Converts a tree of HTML like `toBlocks`. */
export function blocksOf(nodes: readonly Node[], options: HtmlOptions): string {
  return serialize(convert(nodes, options));
}

function convert(nodes: readonly Node[], options: HtmlOptions): Node[] {
  return nodes.flatMap((node) => (isElement(node) ? convertElement(node, options) : [node]));
}

function convertElement(given: ElementNode, options: HtmlOptions): Node[] {
  if (given.name === COMMENT) return [];
  const node = { ...given, children: convert(given.children, options) };
  const rule = RULES[node.name];
  if (rule) return rule(node, options);
  if (BLOCKS.has(node.name)) return [alignmentOf(node)];
  return [inlineFormats(isContainer(node) ? element('div', {}, node.children) : node)];
}

/** Unknown elements with blocks inside are blocks, and so are custom elements. */
function isContainer({ name, children }: ElementNode): boolean {
  return name.includes('-') || findAll(children, ({ name: inner }) => BLOCKS.has(inner)).length > 0;
}
