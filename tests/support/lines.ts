import { parse } from '../../api/content/parse.ts';
import { BLOCKS, type Node } from '../../api/contract/content/elements.ts';

/** Returns the lines of text that HTML shows, with white space collapsed, without empty ones. */
export function linesOfHtml(html: string): string[] {
  let text = '';
  const walk = (nodes: readonly Node[], isCode: boolean) => {
    for (const node of nodes) {
      if (typeof node === 'string') text += isCode ? node : node.replace(/\s+/g, ' ');
      else {
        const isEdge = BLOCKS.has(node.name) || node.name === 'br';
        if (isEdge) text += '\n';
        walk(node.children, isCode || node.name === 'pre');
        if (isEdge) text += '\n';
      }
    }
  };
  walk(parse(html).children, false);
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '');
}
