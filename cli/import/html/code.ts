import { languageOf } from '../../../api/contract/content/code.ts';
import type { ElementNode, Node } from '../../../api/contract/content/elements.ts';
import type { HtmlOptions } from './options.ts';
import { element, findAll, hasAnyClass, isElement, serialize } from './tree.ts';

const POEM = /^(?:wp-block-verse|verse|poem)$/;
/** Names of languages in the attributes and classes of highlighters. */
const ATTRIBUTES = ['data-language', 'data-enlighter-language', 'data-lang', 'lang'];
const CLASS = /(?:^|[\s"'])(?:lang(?:uage)?-|brush:\s*|highlight-source-)([\w+#-]+)/i;
const BARE = /(?:^|\s)(?:hljs|highlight|sourceCode|prettyprint|shiki|chroma)(?=\s|$)/;

/**
 * Returns preformatted text as code. Text with links or pictures isn't code, and neither is a poem:
 * it becomes a paragraph with line breaks.
 */
export function preformatted(pre: ElementNode, { note }: HtmlOptions): Node[] {
  const { children } = pre;
  const others = findAll(children, ({ name }) => name === 'a' || name === 'img');
  const hasOthers = others.length > 0;
  const isCode = findAll(children, ({ name }) => name === 'code').length > 0;
  if (hasAnyClass(pre, POEM) || (hasOthers && !isCode)) {
    return [element('p', {}, children.flatMap(withBreaks))];
  }
  if (hasOthers) note('Links and pictures in code were left out.', serialize(others));
  const language = languageIn(pre);
  return [element('pre', { 'data-language': language }, [codeOf(children)])];
}

/** The text of code, without the empty lines that some exporters put in front. */
function codeOf(nodes: readonly Node[]): string {
  const textIn = (node: Node): string => {
    if (!isElement(node)) return node;
    return node.name === 'br' ? '\n' : node.children.map(textIn).join('');
  };
  return nodes
    .map(textIn)
    .join('')
    .replace(/^(?:[ \t]*\n)+/, '');
}

function withBreaks(node: Node): Node[] {
  if (isElement(node)) return [{ ...node, children: node.children.flatMap(withBreaks) }];
  return node.split('\n').flatMap((line, index) => {
    // Other spaces at the start of a line disappear on the page.
    const kept = line.replace(/^[ \t]+|[ \t]{2,}/g, (space) => '\u00a0'.repeat(space.length));
    return index > 0 ? [element('br', {}), kept] : [kept];
  });
}

function languageIn(pre: ElementNode): string {
  const around = [pre, ...findAll(pre.children, ({ name }) => name === 'code')];
  const names = around.flatMap(({ attribs }) => {
    const classes = attribs.get('class') ?? '';
    return [
      ...ATTRIBUTES.map((name) => attribs.get(name)),
      CLASS.exec(classes)?.[1],
      ...(BARE.test(classes) ? classes.split(/\s+/) : []),
    ];
  });
  return names.map((name) => languageOf(name)).find((name) => name !== 'plain') ?? 'plain';
}
