import type { Op } from 'quill/core.js';
import type { ElementNode, Node } from '../../../../../api/contract/content/elements.ts';

type Attributes = Record<string, unknown>;
interface Line {
  contents: Op[];
  attributes: Attributes;
}

/** Parses HTML into a tree: with the browser's parser, or in tests with the server's. */
export type Parse = (html: string) => ElementNode;

/** Returns whether an embed is a block, and not part of a line. */
export function isBlockEmbed({ insert }: Op): boolean {
  if (typeof insert !== 'object') return false;
  return ['video', 'kept-block', 'pending-image'].some((name) => name in insert);
}

/** Returns the tree of content in Quill's format. `writeContent` turns it into stored HTML. */
export function treeOfOps(ops: readonly Op[], parse: Parse): ElementNode {
  const tree = new TreeWriter(parse);
  let contents: Op[] = [];
  for (const op of ops) {
    if (typeof op.insert === 'string') {
      const [first = '', ...rest] = op.insert.split('\n');
      if (first !== '') contents.push({ ...op, insert: first });
      for (const text of rest) {
        tree.line({ contents, attributes: op.attributes ?? {} });
        contents = text === '' ? [] : [{ ...op, insert: text }];
      }
    } else if (isBlockEmbed(op)) {
      if (contents.length > 0) tree.line({ contents, attributes: {} });
      contents = [];
      tree.embed(op);
    } else contents.push(op);
  }
  if (contents.length > 0) tree.line({ contents, attributes: {} });
  return tree.root;
}

class TreeWriter {
  readonly root: ElementNode = element('#root');
  readonly #parse: Parse;
  /** The block that the next line of the same kind continues. */
  #open: { kind: string; group: unknown; block: ElementNode } | null = null;

  constructor(parse: Parse) {
    this.#parse = parse;
  }

  embed({ insert, attributes = {} }: Op): void {
    this.#open = null;
    const { video, 'kept-block': kept } = insert as { video?: string; 'kept-block'?: string };
    if (kept !== undefined) this.root.children.push(...this.#parse(kept).children);
    if (video === undefined) return;
    const title = typeof attributes.title === 'string' ? attributes.title : '';
    this.root.children.push(element('iframe', { src: video, class: classOf(attributes), title }));
  }

  line({ contents, attributes }: Line): void {
    const { header, list, blockquote, inner, 'code-block': code } = attributes;
    if (code) this.#codeLine(contents, attributes);
    else if (list) {
      const ol = () => element('ol', { start: String(attributes.start ?? 1) });
      const block = this.#continue('list', attributes, ol);
      const item = { 'data-list': String(list), class: classOf(attributes) };
      block.children.push(element('li', item, this.#contents(contents, inner)));
    } else if (blockquote) {
      const quote = () => element('blockquote', { class: classOf(attributes) });
      const block = inner ? this.#continue('quote', attributes, quote) : this.#block(quote());
      block.children.push(...this.#contents(contents, inner));
    } else {
      const name = header ? `h${header}` : 'p';
      this.#block(element(name, { class: classOf(attributes) }, this.#contents(contents)));
    }
  }

  #codeLine(contents: Op[], attributes: Attributes): void {
    const language = String(attributes['code-block']);
    const text = contents.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('');
    const attribs: Record<string, string> = { 'data-language': language };
    for (const name of ['title', 'lines', 'numbers']) {
      const value = attributes[`code-${name}`];
      if (value) attribs[`data-${name}`] = String(value);
    }
    const pre = () => element('pre', attribs, [element('code')]);
    const { children } = this.#continue(`code ${language}`, attributes, pre);
    const [code] = children;
    if (typeof code !== 'object') return;
    if (code.children.length > 0) code.children.push('\n');
    code.children.push(text);
  }

  #block(block: ElementNode): ElementNode {
    this.#open = null;
    this.root.children.push(block);
    return block;
  }

  /** Returns the block that a line belongs to. A line without a group continues any. */
  #continue(kind: string, { group }: Attributes, create: () => ElementNode): ElementNode {
    const open = this.#open;
    if (open?.kind === kind && (group === undefined || group === open.group)) return open.block;
    const block = this.#block(create());
    this.#open = { kind, group, block };
    return block;
  }

  /** Returns the contents of a line. `inner` is the element of the text before embedded blocks. */
  #contents(contents: readonly Op[], inner?: unknown): Node[] {
    const text: Node[] = [];
    const rest: Node[] = [];
    let afterSpace = false;
    for (const { insert, attributes = {} } of contents) {
      const kept = keptOf(insert);
      const isBlock = kept !== undefined && !isInlineKept(kept);
      if (isBlock) rest.push(...this.#parse(kept).children);
      else if (kept !== undefined) {
        const nodes = this.#parse(kept).children.map((node) => formatted(node, attributes));
        (rest.length > 0 ? rest : text).push(...nodes);
      } else (rest.length > 0 ? rest : text).push(...inlineNodes(insert, attributes, afterSpace));
      afterSpace = typeof insert === 'string' && !attributes.code && insert.endsWith(' ');
    }
    const isBlank = contents.every(({ insert }) => typeof insert === 'string' && !insert.trim());
    const shown = isBlank ? [element('br')] : text;
    return [...(inner ? [element(String(inner), {}, shown)] : shown), ...rest];
  }
}

function keptOf(insert: Op['insert']): string | undefined {
  return typeof insert === 'object' && typeof insert.kept === 'string' ? insert.kept : undefined;
}

/** Returns whether a kept part is part of the text, such as a footnote, and not a block. */
export function isInlineKept(html: string): boolean {
  return html.startsWith('<span');
}

function inlineNodes(insert: Op['insert'], attributes: Attributes, afterSpace: boolean): Node[] {
  if (typeof insert === 'string') {
    const text = attributes.code ? insert : hardSpaces(insert, afterSpace);
    return [formatted(text, attributes)];
  }
  if (insert?.['line-break']) return [formatted(element('br'), attributes)];
  if (typeof insert?.image !== 'string') return [];
  const attribs: Record<string, string> = { src: insert.image };
  for (const name of ['alt', 'width', 'height']) {
    if (attributes[name]) attribs[name] = String(attributes[name]);
  }
  return [formatted(element('img', attribs), attributes)];
}

/** Makes spaces that HTML would collapse non-breaking, so that the post looks the same. */
function hardSpaces(text: string, afterSpace: boolean): string {
  return text.replaceAll('\t', '    ').replace(/ +/g, ({ length }, offset: number) =>
    // The first space stays a normal one, so that a line can still break there.
    offset === 0 && afterSpace ? '\u00a0'.repeat(length) : ` ${'\u00a0'.repeat(length - 1)}`,
  );
}

const TAGS = { code: 'code', strike: 's', underline: 'u', italic: 'em', bold: 'strong' };

function formatted(node: Node, attributes: Attributes): Node {
  const { link, script, font, size, color, background } = attributes;
  const styles = {
    class: `${font ? `ql-font-${font}` : ''} ${size ? `ql-size-${size}` : ''}`,
    style: `${color ? `color:${color};` : ''}${background ? `background-color:${background}` : ''}`,
  };
  let outer = font || size || color || background ? element('span', styles, [node]) : node;
  if (script) outer = element(script === 'super' ? 'sup' : 'sub', {}, [outer]);
  for (const [format, tag] of Object.entries(TAGS)) {
    if (attributes[format]) outer = element(tag, {}, [outer]);
  }
  return link ? element('a', { href: String(link) }, [outer]) : outer;
}

function classOf(attributes: Attributes): string {
  return ['indent', 'align', 'direction']
    .filter((name) => attributes[name])
    .map((name) => `ql-${name}-${attributes[name]}`)
    .join(' ');
}

function element(
  name: string,
  attribs: Record<string, string> = {},
  children: Node[] = [],
): ElementNode {
  return { name, attribs: new Map(Object.entries(attribs)), children };
}
