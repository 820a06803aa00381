import type { ElementNode, Node } from '../../api/contract/content/elements.ts';
import { isElement, serialize, textOf } from '../import/html/tree.ts';

/**
 * Returns a block of a post as Markdown, or undefined for one without Markdown syntax. It may lose
 * something: `markdownOf` reads it back to find out.
 */
export function blockMarkdown(block: ElementNode): string | undefined {
  const { name, attribs, children } = block;
  if (name === 'pre') return fence(block);
  if (name === 'hr') return '---';
  if (name === 'ul' || name === 'ol') return list(block);
  if (attribs.size > 0) return undefined;
  if (name === 'p') return line(children);
  if (/^h[1-6]$/.test(name)) return `${'#'.repeat(Number(name[1]))} ${line(children)}`;
  if (name === 'blockquote') {
    const inner = blocksIn(children);
    return inner && prefixed(inner, '> ', '> ');
  }
  return undefined;
}

/** Returns the Markdown of blocks, or of a line. */
function blocksIn(nodes: readonly Node[]): string | undefined {
  const isLine = !nodes.some((node) => isElement(node) && BLOCK.test(node.name));
  if (isLine) return line(nodes);
  const parts = nodes.map((node) => (isElement(node) ? blockMarkdown(node) : undefined));
  return parts.includes(undefined) ? undefined : parts.join('\n\n');
}

const BLOCK = /^(?:p|h[1-6]|ul|ol|blockquote|pre|hr|table|figure|div|aside|details|dl)$/;

function fence({ attribs, children }: ElementNode): string | undefined {
  const language = attribs.get('data-language') ?? '';
  if (attribs.size > 1) return undefined;
  const code = textOf(children);
  const longest = Math.max(0, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(Math.max(3, longest + 1));
  return `${mark}${language === 'plain' ? '' : language}\n${code}\n${mark}`;
}

function list({ name, attribs, children }: ElementNode): string | undefined {
  const checked = attribs.get('data-checked');
  const start = Number(attribs.get('start') ?? 1);
  const known = [...attribs.keys()].every((key) => key === 'data-checked' || key === 'start');
  if (!known || (checked !== undefined && name === 'ol')) return undefined;
  const items = children.filter(isElement).map((item, index) => {
    if (item.attribs.size > 0) return undefined;
    const box = checked === undefined ? '' : checked === 'true' ? '[x] ' : '[ ] ';
    const mark = name === 'ol' ? `${start + index}. ` : '- ';
    const nested = item.children.findIndex(
      (child) => isElement(child) && /^[uo]l$/.test(child.name),
    );
    const own = nested === -1 ? item.children : item.children.slice(0, nested);
    const lists = nested === -1 ? [] : item.children.slice(nested);
    const inner = lists.map((child) => (isElement(child) ? list(child) : undefined));
    if (inner.includes(undefined)) return undefined;
    const text = [box + line(own), ...(inner as string[])].join('\n');
    return prefixed(text, mark, ' '.repeat(mark.length));
  });
  return items.includes(undefined) ? undefined : items.join('\n');
}

function prefixed(text: string, first: string, others: string): string {
  const [head, ...rest] = text.split('\n');
  return [first + head, ...rest.map((each) => (others + each).trimEnd())].join('\n');
}

/** Inline elements that have Markdown syntax, if they have no attributes. */
const MARKS: Record<string, string> = { strong: '**', em: '*', s: '~~' };

function line(nodes: readonly Node[]): string {
  return inline(nodes).replace(/^([#>+-]|\d+(?=[.)]))/, (start) =>
    /\d/.test(start) ? start : `\\${start}`,
  );
}

function inline(nodes: readonly Node[]): string {
  return nodes.map((node) => (isElement(node) ? inlineElement(node) : escaped(node))).join('');
}

function inlineElement(element: ElementNode): string {
  const { name, attribs, children } = element;
  const mark = MARKS[name];
  if (mark !== undefined && attribs.size === 0) {
    const inner = inline(children);
    // Markdown ignores marks with a space just inside.
    if (/^\S(?:.*\S)?$/s.test(inner)) return mark + inner + mark;
  }
  if (name === 'br') return '<br>';
  if (name === 'code' && attribs.size === 0) return code(textOf(children));
  if (name === 'a') {
    const href = attribs.get('href') ?? '';
    const isPlain = [...attribs.keys()].every((key) => key === 'href' || key === 'rel');
    if (isPlain && /^[^\s<>()\\]+$/.test(href)) return `[${inline(children)}](${href})`;
  }
  if (name === 'img') {
    const { src = '', alt = '', ...others } = Object.fromEntries(attribs);
    const isPlain = Object.keys(others).length === 0 && /^[^\s<>()\\]+$/.test(src);
    if (isPlain) return `![${escaped(alt)}](${src})`;
  }
  return serialize([element]);
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .* $/s.test(text) ? ' ' : '';
  return mark + space + text + space + mark;
}

function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
}
