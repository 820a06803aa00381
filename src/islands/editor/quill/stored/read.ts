import type { Op } from 'quill/core.js';
import { BLOCK_CLASSES, classesOf } from '../../../../../api/contract/content/attributes.ts';
import { codeOf, languageOfPre } from '../../../../../api/contract/content/code.ts';
import {
  BLOCKS,
  type ElementNode,
  type Node,
} from '../../../../../api/contract/content/elements.ts';
import { type Formats, formatsInside } from '../../../../../api/contract/content/formats.ts';
import { writeContent } from '../../../../../api/contract/content/write.ts';
import { isDefaultTitle } from './video.ts';
import { type Parse, treeOfOps } from './write.ts';

type Attributes = Record<string, unknown>;
type Line = { contents: Op[]; attributes: Attributes };
/** A line of text, or an embedded block. */
type Part = Line | { embed: Op };

/** Blocks that have lines in the editor, or a player. All others are kept whole. */
const EDITABLE = /^(?:p|h[1-6]|pre|ul|ol|blockquote|iframe)$/;

const ANY = 'any';

export interface ReadOptions {
  parse: Parse;
  /**
   * The first number for blocks that would otherwise be joined with their neighbor. If it's given,
   * the content is pasted, and its first block is kept apart, too.
   */
  firstGroup?: number;
}

/**
 * Returns stored HTML in Quill's format. Blocks that Quill can't hold, and blocks in items and
 * quotations, are kept whole (`kept.ts`).
 */
export function readStored(html: string, { parse, firstGroup }: ReadOptions): Op[] {
  const reader = new Reader(parse, firstGroup);
  for (const block of parse(html).children) if (typeof block !== 'string') reader.add(block);
  return reader.ops();
}

class Reader {
  readonly #parse: Parse;
  readonly #parts: Part[] = [];
  #group: number;
  /** The number of the last item of the outermost list, or null after another block. */
  #list: { kind: string; number: number } | null = null;
  /** The kind of the block before, if neighbors of this kind would be joined. */
  #joined: string;

  constructor(parse: Parse, firstGroup: number | undefined) {
    this.#parse = parse;
    this.#group = firstGroup ?? 1;
    this.#joined = firstGroup === undefined ? '' : ANY;
  }

  ops(): Op[] {
    return opsOf(this.#parts);
  }

  add(block: ElementNode): void {
    const parts = EDITABLE.test(block.name) ? partsOf(block, this.#parse) : [];
    if (!isHeld(block, parts, this.#parse)) {
      this.#parts.push({ embed: { insert: { 'kept-block': writeContent(rootOf(block)) } } });
      this.#list = null;
      this.#joined = '';
      return;
    }
    const own = isList(block) ? this.#separateList(block, parts) : this.#separate(block, parts);
    for (const part of parts) {
      if ('attributes' in part) Object.assign(part.attributes, own);
      this.#parts.push(part);
    }
  }

  /** Returns the attributes that keep a block apart from the one before. */
  #separate({ name }: ElementNode, [first]: readonly Part[]): Attributes {
    this.#list = null;
    const isQuote = first !== undefined && 'attributes' in first && first.attributes.inner;
    const joined = name === 'pre' || (name === 'blockquote' && isQuote) ? name : '';
    const isSame = joined !== '' && (joined === this.#joined || this.#joined === ANY);
    this.#joined = joined;
    return isSame ? { group: this.#nextGroup() } : {};
  }

  /** Different kinds of lists can be one list in the editor, which continues their numbers. */
  #separateList(list: ElementNode, parts: readonly Part[]): Attributes {
    this.#joined = '';
    const before = this.#list;
    const kind = kindOf(list);
    const start = Number(list.attribs.get('start') ?? 1);
    const items = list.children.filter((child) => typeof child === 'object');
    const counted = before?.number ?? 0;
    const isIndented = items.some(({ attribs }) => attribs.get('class')?.includes('ql-indent'));
    const continues =
      before !== null &&
      before.kind !== kind &&
      (kind !== 'ordered' || start === counted + 1) &&
      !isIndented;
    const next = kind === 'ordered' ? start - 1 + items.length : continues ? counted : 0;
    // Items that are indented deeper than they're nested aren't counted: nothing continues them.
    const number = isIndented ? Number.NaN : next;
    this.#list = { kind, number };
    if (continues) for (const part of parts) if ('attributes' in part) delete part.attributes.start;
    return before && !continues ? { group: this.#nextGroup() } : {};
  }

  #nextGroup(): string {
    return String(this.#group++);
  }
}

function rootOf(...children: Node[]): ElementNode {
  return { name: '#root', attribs: new Map(), children };
}

function opsOf(parts: readonly Part[]): Op[] {
  return parts.flatMap((part) =>
    'embed' in part
      ? [part.embed]
      : [...part.contents, { insert: '\n', attributes: part.attributes }],
  );
}

/** Returns whether writing these lines results in the block that they were read from. */
function isHeld(block: ElementNode, parts: readonly Part[], parse: Parse): boolean {
  return writeContent(treeOfOps(opsOf(parts), parse)) === writeContent(rootOf(block));
}

function partsOf(block: ElementNode, parse: Parse): Part[] {
  const { name, children } = block;
  if (isList(block)) return listOf(block, parse);
  if (name === 'blockquote') return quoteOf(block);
  if (name === 'pre') {
    const attributes = { 'code-block': languageOfPre(block), ...codeFormats(block) };
    return codeOf(block)
      .split('\n')
      .map((text) => ({ contents: textOps(text, {}), attributes: { ...attributes } }));
  }
  if (name === 'iframe') return [{ embed: videoOf(block) }];
  const heading = /^h([1-6])$/.exec(name)?.[1];
  const header = heading === undefined ? {} : { header: Number(heading) };
  return [{ contents: contentsOf(children), attributes: { ...header, ...blockFormats(block) } }];
}

/** Returns the attributes of lines of code (`blocks.ts`). */
function codeFormats({ attribs }: ElementNode): Attributes {
  const named = ['title', 'lines'].map((name) => [`code-${name}`, attribs.get(`data-${name}`)]);
  const numbers = attribs.has('data-numbers') ? { 'code-numbers': true } : {};
  return { ...Object.fromEntries(named.filter(([, value]) => value)), ...numbers };
}

function videoOf(iframe: ElementNode): Op {
  const src = iframe.attribs.get('src') ?? '';
  const title = iframe.attribs.get('title') ?? '';
  const attributes = {
    ...blockFormats(iframe),
    ...(isDefaultTitle(title, src) ? {} : { title }),
  };
  return { insert: { video: src }, attributes };
}

/** Returns the items of a list. Nested lists that can't be flat lines are kept in their item. */
function listOf(list: ElementNode, parse: Parse): Line[] {
  const start = Number(list.attribs.get('start') ?? 1);
  const items = list.children.filter((child) => typeof child !== 'string');
  const lines = items.flatMap((item) => {
    const single = { ...list, attribs: withoutStart(list), children: [item] };
    const flat = itemLines(single, item, 0);
    return isHeld(single, flat, parse) ? flat : [itemLine(list, item, 0, item.children)];
  });
  if (start > 1) for (const { attributes } of lines) attributes.start = start;
  return lines;
}

function withoutStart({ attribs }: ElementNode): Map<string, string> {
  return new Map([...attribs].filter(([name]) => name !== 'start'));
}

/** Returns an item and the items of its nested lists, as flat lines with an indent. */
function itemLines(list: ElementNode, item: ElementNode, depth: number): Line[] {
  const lastOwn = item.children.findLastIndex((child) => !isList(child));
  const lines = [itemLine(list, item, depth, item.children.slice(0, lastOwn + 1))];
  for (const nested of item.children.slice(lastOwn + 1)) {
    if (typeof nested === 'string') continue;
    for (const child of nested.children) {
      if (typeof child !== 'string') lines.push(...itemLines(nested, child, depth + 1));
    }
  }
  return lines;
}

function itemLine(list: ElementNode, item: ElementNode, depth: number, own: Node[]): Line {
  const indent = depth > 0 ? { indent: depth } : {};
  return lineWith(own, { list: kindOf(list), ...indent, ...blockFormats(item) });
}

function isList(node: Node): node is ElementNode {
  return typeof node !== 'string' && (node.name === 'ul' || node.name === 'ol');
}

function kindOf(list: ElementNode): string {
  if (list.name === 'ol') return 'ordered';
  const checked = list.attribs.get('data-checked');
  return checked === 'true' ? 'checked' : checked === 'false' ? 'unchecked' : 'bullet';
}

/** Each paragraph of a quotation is a line. Other quotations are one line. */
function quoteOf(quote: ElementNode): Line[] {
  const attributes = { blockquote: true, ...blockFormats(quote) };
  const isParagraphs = quote.children.length > 0 && quote.children.every(isPlainBlock);
  if (!isParagraphs) return [lineWith(quote.children, attributes)];
  return quote.children.map((paragraph) => lineWith([paragraph], attributes));
}

/** Returns a line with the contents of an item or a quotation. */
function lineWith(children: readonly Node[], attributes: Attributes): Line {
  const [first, second] = children;
  // Text after the first paragraph would belong to it.
  const isText = typeof second === 'string' || (second && !BLOCKS.has(second.name));
  if (first === undefined || !isPlainBlock(first) || isText) {
    return { contents: contentsOf(children), attributes: { ...attributes } };
  }
  const contents = [...contentsOf(first.children), ...contentsOf(children.slice(1))];
  return { contents, attributes: { ...attributes, inner: first.name } };
}

function isPlainBlock(node: Node): node is ElementNode {
  return typeof node !== 'string' && /^(p|h[1-6])$/.test(node.name) && node.attribs.size === 0;
}

/** Returns the contents of a line. The only `<br>` of an empty line isn't one of them. */
function contentsOf(nodes: readonly Node[]): Op[] {
  const [only, ...others] = nodes;
  const isEmpty = others.length === 0 && typeof only === 'object' && only.name === 'br';
  return isEmpty ? [] : inlineOps(nodes, {});
}

function inlineOps(nodes: readonly Node[], formats: Formats): Op[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return textOps(node, quillFormats(formats));
    const { name, attribs } = node;
    if (BLOCKS.has(name)) return [{ insert: { kept: writeContent(rootOf(node)) } }];
    if (attribs.has('data-footnote') || attribs.has('data-math')) {
      // A line is written as a paragraph.
      const html = writeContent(rootOf(node)).slice('<p>'.length, -'</p>'.length);
      return [{ insert: { kept: html }, attributes: quillFormats(formats) }];
    }
    if (name === 'br') {
      return [{ insert: { 'line-break': true }, attributes: quillFormats(formats) }];
    }
    if (name !== 'img') return inlineOps(node.children, formatsInside(formats, node));
    const attributes = quillFormats(formats);
    for (const key of ['alt', 'width', 'height']) {
      const value = attribs.get(key);
      if (value) attributes[key] = value;
    }
    return [{ insert: { image: attribs.get('src') ?? '' }, attributes }];
  });
}

function textOps(text: string, attributes: Attributes): Op[] {
  return text === '' ? [] : [{ insert: text, attributes }];
}

function quillFormats(formats: Formats): Attributes {
  const { a, strong, em, u, s, script, code, font, size, ...colors } = formats;
  return {
    ...(a ? { link: a } : {}),
    ...(strong ? { bold: true } : {}),
    ...(em ? { italic: true } : {}),
    ...(u ? { underline: true } : {}),
    ...(s ? { strike: true } : {}),
    ...(script ? { script: script === 'sup' ? 'super' : 'sub' } : {}),
    ...(code ? { code: true } : {}),
    ...(font ? { font: font.replace('ql-font-', '') } : {}),
    ...(size ? { size: size.replace('ql-size-', '') } : {}),
    ...colors,
  };
}

function blockFormats(element: ElementNode): Attributes {
  const formats: Attributes = {};
  for (const name of classesOf(element.attribs.get('class'), BLOCK_CLASSES)) {
    const [, format = '', value = ''] = /^ql-(\w+)-(.+)$/.exec(name) ?? [];
    formats[format] = format === 'indent' ? Number(value) : value;
  }
  return formats;
}
