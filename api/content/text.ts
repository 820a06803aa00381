import { hasClass } from '../contract/content/attributes.ts';
import { BLOCKS, type Node } from '../contract/content/elements.ts';
import { parse } from './parse.ts';

/**
 * Returns the text of HTML, with white space collapsed and one line per block. Footnotes are at the
 * end, as on the page.
 */
export function plainText(html: string): string {
  const lines: string[] = [];
  const footnotes: Node[] = [];
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
      else if (node.name === 'span' && node.attribs.has('data-footnote')) {
        footnotes.push({ ...node, name: 'p' });
      } else if (!hasClass(node.attribs.get('class'), 'ql-ui')) {
        const isBlock = BLOCKS.has(node.name);
        if (isBlock) endLine();
        const title = node.name === 'pre' ? node.attribs.get('data-title') : undefined;
        if (title) lines.push(title);
        walk(node.children);
        if (isBlock) endLine();
      }
    }
  };
  walk(parse(html).children);
  endLine();
  // A footnote has no footnotes.
  walk(footnotes);
  return lines.join('\n');
}

/** Longer HTML isn't parsed on the main thread. */
const MAX_SHORT_BYTES = 100 * 1024;

export function isLong(html: string): boolean {
  return Buffer.byteLength(html) > MAX_SHORT_BYTES;
}

/** Longer HTML isn't parsed until its save is counted. */
const MAX_QUICK_LENGTH = 16 * 1024;

/** Returns whether HTML is quick to parse and sanitize. */
export function isQuick(html: string): boolean {
  return html.length <= MAX_QUICK_LENGTH;
}

/** Returns whether prepared content has no text, picture or video, without parsing it. */
export function isEmptyPrepared({ content, text }: { content: string; text: string }): boolean {
  return text === '' && !/<(?:img|iframe)\b/.test(content);
}

/** Returns whether there is no text, picture, video or code. */
export function isEmptyContent(html: string): boolean {
  return !hasContent(parse(html).children);
}

function hasContent(nodes: Node[]): boolean {
  return nodes.some((node) =>
    typeof node === 'string'
      ? node.trim() !== ''
      : node.name === 'img' || node.name === 'iframe' || hasContent(node.children),
  );
}
