import { hasClass } from './formats.ts';
import { BLOCKS, type Node, parse } from './parse.ts';

/**
 * The text of some HTML, as a reader sees it: entities decoded, white space folded, each block on a line
 * of its own.
 */
export function plainText(html: string): string {
  const lines: string[] = [];
  let line = '';
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  const walk = (nodes: Node[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') line += node;
      else if (node.name === 'br') line += ' ';
      else if (!hasClass(node.attribs.get('class'), 'ql-ui')) {
        const isBlock = BLOCKS.has(node.name);
        if (isBlock) endLine();
        walk(node.children);
        if (isBlock) endLine();
      }
    }
  };
  walk(parse(html).children);
  endLine();
  return lines.join('\n');
}

/** Is there nothing to read or to look at: no text, picture, video or code? */
export function isEmptyContent(html: string): boolean {
  return !holdsAnything(parse(html).children);
}

function holdsAnything(nodes: Node[]): boolean {
  return nodes.some((node) =>
    typeof node === 'string'
      ? node.trim() !== ''
      : node.name === 'img' || node.name === 'iframe' || holdsAnything(node.children),
  );
}
