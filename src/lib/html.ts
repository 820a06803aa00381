import { Parser, parseDocument } from 'htmlparser2';

/** Escapes text as HTML content. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00A0', '&nbsp;');
}

/** Escapes text as the value of a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('\u00A0', '&nbsp;');
}

/**
 * Returns JSON that is safe inside `<script>`: it can't close the element or open a comment, and
 * has no line separators that older JavaScript rejects.
 */
export function jsonForHtml(data: object): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** Returns HTML without its `<script>` elements. */
export function withoutScripts(html: string): string {
  let kept = '';
  let end = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'script') kept += html.slice(end, parser.startIndex);
    },
    onclosetag(name, isImplied) {
      if (name !== 'script') return;
      end = isImplied ? html.length : html.indexOf('>', parser.endIndex) + 1;
    },
  });
  parser.end(html);
  return kept + html.slice(end);
}

/** Writes attributes, each after a space. Leaves out undefined ones. */
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

/** Parses HTML. Never throws: errors in it are repaired. */
export function parseHtml(html: string): HtmlNode[] {
  return parseDocument(html).children;
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'attribs' in node && 'name' in node;
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.type === 'text';
}

/** Returns the text of a tree. A `<br>` becomes a line break. */
export function textContent(nodes: readonly HtmlNode[]): string {
  let text = '';
  for (const node of nodes) {
    if (isText(node)) text += node.data;
    else if (isElement(node)) text += node.name === 'br' ? '\n' : textContent(node.children);
  }
  return text;
}
