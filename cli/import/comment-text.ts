import { parseAll } from '../../api/content/parse.ts';
import type { Node } from '../../api/contract/content/elements.ts';
import { isElement } from './html/tree.ts';

/** Returns the HTML of a comment in the format of comments here. */
export function commentText(html: string): string {
  const source = html.replace(/<(?![a-z/!])/gi, '&lt;');
  return formatted(parseAll(source).children)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const MARKS: Record<string, string> = { b: '**', strong: '**', em: '*', i: '*', cite: '*' };
const ENDS_LINE = /^(?:p|div|ul|ol|h[1-6]|table|tr)$/;

function formatted(nodes: readonly Node[]): string {
  return nodes.map((node) => (isElement(node) ? formattedElement(node) : node)).join('');
}

function formattedElement({ name, attribs, children }: Exclude<Node, string>): string {
  const inner = formatted(children);
  const mark = MARKS[name];
  if (mark !== undefined && /^\S(?:.*\S)?$/.test(inner)) return mark + inner + mark;
  if (name === 'br') return '\n';
  if (name === 'img') return attribs.get('alt') || attribs.get('src') || '';
  if (name === '#comment' || name === 'script' || name === 'style') return '';
  if (name === 'code' && inner.includes('\n')) return `\n\`\`\`\n${inner.trim()}\n\`\`\`\n`;
  if (name === 'code') return `\`${inner}\``;
  if (name === 'pre') return `\n\n\`\`\`\n${inner.replace(/^`|`$/g, '').trim()}\n\`\`\`\n\n`;
  if (name === 'blockquote') {
    const lines = inner.trim().split('\n');
    return `\n\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
  }
  if (name === 'li') return `\n- ${inner.trim()}`;
  if (name === 'a') return withAddress(inner, attribs.get('href') ?? '');
  return ENDS_LINE.test(name) ? `\n\n${inner.trim()}\n\n` : inner;
}

/** Comments here show addresses in full. */
function withAddress(text: string, href: string): string {
  if (!/^https?:\/\//i.test(href) || text.includes(href)) return text;
  const isSame = href.replace(/^https?:\/\/|\/$/g, '') === text.trim().replace(/\/$/, '');
  return isSame || text.trim() === '' ? href : `${text} (${href})`;
}
