import { parseDocument } from 'htmlparser2';

/** Text as HTML content. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00A0', '&nbsp;');
}

/** Text as the value of a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('\u00A0', '&nbsp;');
}

/** Attributes as they stand in a tag, each with a blank before it; undefined ones are left out. */
export function attributesHtml(attributes: Record<string, string | number | undefined>): string {
  let html = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) html += ` ${name}="${escapeAttribute(String(value))}"`;
  }
  return html;
}

export type HtmlNode = ReturnType<typeof parseDocument>['children'][number];
export type HtmlElement = Extract<HtmlNode, { attribs: Record<string, string> }>;
type HtmlText = Extract<HtmlNode, { data: string }>;

/** Elements without an end tag, of those that content may have. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr']);

/** HTML as a tree. Throws nothing: whatever does not fit is repaired. */
export function parseHtml(html: string): HtmlNode[] {
  return parseDocument(html).children;
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'attribs' in node && 'name' in node;
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.type === 'text';
}

/** Every element of a tree, parents before children. */
export function* elementsOf(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  // Not by recursion: nested generators take time with the square of the depth.
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    yield node;
    waiting.push(...node.children.toReversed());
  }
}

/** The text of a tree; a `<br>` is a line end. */
export function textOf(nodes: readonly HtmlNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (isText(node)) text += node.data;
    else if (isElement(node)) text += node.name === 'br' ? '\n' : textOf(node.children);
  }
  return text;
}
