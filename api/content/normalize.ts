import { videoUrl } from '../contract/urls.ts';
import {
  BLOCK_CLASSES,
  classesOf,
  hasClass,
  INDENT,
  languageOf,
  VIDEO_CLASSES,
} from './formats.ts';
import { attribute, escapeText } from './html.ts';
import {
  cleanText,
  extend,
  isBlank,
  isMeant,
  type Leaf,
  lineHtml,
  type Path,
  pictureTag,
  trimLine,
} from './inline.ts';
import { BLOCKS, type ElementNode, type Node, parse } from './parse.ts';

/** A short input can ask for long output (each paragraph repeats the link around it): up to here. */
const MAX_OUTPUT = 2 * 1024 * 1024;

/** The stored form of some content would be too long. */
export class ContentTooLongError extends Error {
  override name = 'ContentTooLongError';
}

/**
 * Rewrites HTML (of the editor, or of anybody who calls the API) into the form in which posts are stored.
 * It has only these elements and attributes, and giving it its own output changes nothing:
 *
 * - blocks: `p`, `h1` to `h6`, `blockquote`, with the classes `ql-align-…`, `ql-indent-…`, `ql-direction-rtl`;
 * - lists: real, nested `ul` and `ol[start]`; check lists are `ul[data-checked="true|false"]`. An item whose
 *   indent is deeper than its nesting keeps `class="ql-indent-N"`;
 * - code: `<pre data-language="…"><code>…</code></pre>`;
 * - video: `<iframe class="ql-video" …>` of the players of YouTube (without cookies) and Vimeo;
 * - inline: `a`, `strong`, `em`, `u`, `s`, `code`, `span`, with `ql-font-…`, `ql-size-…` and the style
 *   properties `color` and `background-color`; `br`; `img[src][alt][width][height]`.
 *
 * Quill's clipboard reads all of these (`quill.clipboard.convert({ html })`): check lists, nesting and the
 * language of code by its own matchers. Throws a ContentTooLongError when the result is over 2 MiB.
 */
export function normalize(html: string): string {
  return new Normalizer().document(parse(html));
}

/** What a line stands in: its element, or none where it stands loose in an item or a quotation. */
interface Line {
  tag: string;
  attributes: string;
  /** White space at its ends is that of the source. */
  loose: boolean;
}

const HEADING = /^h[1-6]$/;
const LOOSE: Line = { tag: '', attributes: '', loose: true };

/** The blocks of one container while they are being collected. */
class Flow {
  readonly blocks: { html: string; blank: boolean }[] = [];
  line: Leaf[] = [];
  code: { language: string; lines: string[] } | null = null;
  sawBlankLine = false;
  readonly kind: 'root' | 'item' | 'quote';
  /** How many lists it stands in. */
  readonly depth: number;

  constructor(kind: Flow['kind'], depth: number) {
    this.kind = kind;
    this.depth = depth;
  }
}

class Normalizer {
  #length = 0;

  document(root: ElementNode): string {
    const { blocks } = this.#flow('root', 0, root.children, []);
    const shown = (block: { blank: boolean }) => !block.blank;
    const first = blocks.findIndex(shown);
    if (first === -1) return '';
    return join(blocks.slice(first, blocks.findLastIndex(shown) + 1));
  }

  #flow(kind: Flow['kind'], depth: number, nodes: Node[], path: Path): Flow {
    const flow = new Flow(kind, depth);
    this.#walk(flow, nodes, path, LOOSE);
    this.#endLine(flow, LOOSE);
    this.#endCode(flow);
    return flow;
  }

  #walk(flow: Flow, nodes: Node[], path: Path, line: Line): void {
    for (const node of nodes) {
      if (typeof node === 'string') {
        const value = cleanText(node);
        if (value !== '') flow.line.push({ kind: 'text', value, path });
      } else if (hasClass(node.attribs.get('class'), 'ql-ui')) {
        // The editor's own controls: bullets, the choice of a language.
      } else if (BLOCKS.has(node.name)) this.#block(flow, node, path, line);
      else this.#inline(flow, node, path, line);
    }
  }

  #inline(flow: Flow, element: ElementNode, path: Path, line: Line): void {
    if (element.name === 'br') flow.line.push({ kind: 'break', value: '<br>', path });
    else if (element.name === 'img') {
      const value = pictureTag(element);
      if (value !== null) flow.line.push({ kind: 'picture', value, path });
    } else this.#walk(flow, element.children, extend(path, element), line);
  }

  #block(flow: Flow, element: ElementNode, path: Path, line: Line): void {
    this.#endLine(flow, line);
    const { name, attribs, children } = element;
    const attributes = blockAttributes(element);
    if (name === 'p' || HEADING.test(name)) {
      const own = { tag: name, attributes, loose: false };
      this.#walk(flow, children, path, own);
      this.#endLine(flow, own);
    } else if (name === 'ul' || name === 'ol') this.#add(flow, this.#list(flow, element, path));
    else if (name === 'blockquote') this.#quote(flow, element, path);
    else if (name === 'pre') this.#add(flow, this.#code(codeOf(element), languageOfPre(element)));
    else if (name === 'iframe') this.#add(flow, this.#emit(videoTag(element)));
    else if (hasClass(attribs.get('class'), 'ql-code-block')) this.#codeLine(flow, element);
    else {
      const container = hasClass(attribs.get('class'), 'ql-code-block-container');
      if (container) this.#endCode(flow);
      const own = HEADING.test(line.tag) ? line : { tag: 'p', attributes, loose: true };
      const inner = flow.kind === 'root' || name === 'div' ? own : line;
      this.#walk(flow, children, path, inner);
      this.#endLine(flow, inner);
      if (container) this.#endCode(flow);
    }
  }

  #quote(flow: Flow, element: ElementNode, path: Path): void {
    const inner = this.#flow('quote', flow.depth, element.children, path);
    const html = join(inner.blocks) || (inner.sawBlankLine ? '<br>' : '');
    if (html === '') return;
    const tag = this.#emit(`<blockquote${blockAttributes(element)}>`);
    this.#add(flow, `${tag}${html}</blockquote>`);
  }

  /** Ends the line that has been collected and makes a block of it. */
  #endLine(flow: Flow, { tag, attributes, loose }: Line): void {
    const line = loose ? trimLine(flow.line) : flow.line;
    flow.line = [];
    if (isBlank(line)) {
      if (!isMeant(line)) return;
      flow.sawBlankLine = true;
      if (tag !== '' || flow.kind === 'root') {
        this.#add(flow, this.#emit(`<p${attributes}><br></p>`), true);
      }
      return;
    }
    let html = '';
    for (const piece of lineHtml(line)) html += this.#emit(piece);
    const element = tag === '' && flow.kind === 'root' ? 'p' : tag;
    if (element !== '') html = `${this.#emit(`<${element}${attributes}>`)}${html}</${element}>`;
    this.#add(flow, html);
  }

  #add(flow: Flow, html: string, blank = false): void {
    this.#endCode(flow);
    if (html !== '') flow.blocks.push({ html, blank });
  }

  #codeLine(flow: Flow, element: ElementNode): void {
    const language = languageOf(element.attribs.get('data-language'));
    if (flow.code?.language !== language) this.#endCode(flow);
    flow.code ??= { language, lines: [] };
    flow.code.lines.push(textOf(element.children, ''));
  }

  #endCode(flow: Flow): void {
    if (flow.code === null) return;
    const { language, lines } = flow.code;
    flow.code = null;
    this.#add(flow, this.#code(lines.join('\n'), language));
  }

  #code(text: string, language: string): string {
    const code = text.trimEnd();
    if (code === '') return '';
    return this.#emit(
      `<pre${attribute('data-language', language)}><code>${escapeText(code)}</code></pre>`,
    );
  }

  /**
   * A list with the lists inside of it. Items of any form: nested, or flat with `ql-indent-N`, and of any
   * kind, as Quill puts bullets and numbers into one `ol`.
   */
  #list(flow: Flow, element: ElementNode, path: Path): string {
    const lists = new ListWriter(flow.depth, Number(startOf(element)) - 1);
    let stray: Node[] = [];
    const add = (attribs: Map<string, string>, children: Node[], always: boolean) => {
      const inner = this.#flow('item', flow.depth + 1, children, path);
      const html = join(inner.blocks);
      if (html === '' && !always) return;
      const kind = kindOf(element, attribs);
      this.#emit(lists.add(kind, attribs.get('class'), html || '<br>'));
    };
    const endStray = () => {
      if (stray.length > 0) add(new Map(), stray, false);
      stray = [];
    };
    for (const child of element.children) {
      if (typeof child === 'string') {
        if (stray.length > 0 || child.trim() !== '') stray.push(child);
        continue;
      }
      const isList = child.name === 'ul' || child.name === 'ol';
      if (child.name !== 'li' && !(isList && lists.hasItem)) {
        stray.push(child);
        continue;
      }
      endStray();
      if (child.name === 'li') add(child.attribs, child.children, true);
      else lists.append(this.#list(new Flow('item', flow.depth + 1), child, path));
    }
    endStray();
    return lists.end();
  }

  /** Counts what becomes part of the result. */
  #emit(html: string): string {
    this.#length += html.length;
    if (this.#length > MAX_OUTPUT) throw new ContentTooLongError('The content is too long');
    return html;
  }
}

interface ListKind {
  tag: 'ul' | 'ol';
  attributes: string;
}

const BULLET: ListKind = { tag: 'ul', attributes: '' };
const ORDERED: ListKind = { tag: 'ol', attributes: '' };
const CHECKED: ListKind = { tag: 'ul', attributes: ' data-checked="true"' };
const UNCHECKED: ListKind = { tag: 'ul', attributes: ' data-checked="false"' };

function kindOf(list: ElementNode, item: Map<string, string>): ListKind {
  const checked = list.attribs.get('data-checked');
  switch (item.get('data-list')) {
    case 'bullet':
      return BULLET;
    case 'ordered':
      return ORDERED;
    case 'checked':
      return CHECKED;
    case 'unchecked':
      return UNCHECKED;
    default:
      if (list.name === 'ol') return ORDERED;
      if (checked === 'true') return CHECKED;
      return checked === 'false' ? UNCHECKED : BULLET;
  }
}

/** Writes items, each with its own indent and kind, as nested lists. */
class ListWriter {
  #html = '';
  readonly #open: { level: number; kind: ListKind }[] = [];
  /** The last number of each level: the editor goes on counting after bullets in between. */
  readonly #numbers: number[] = [];
  readonly #depth: number;

  /** `depth`: how many lists this one stands in; `before`: the number before the first one. */
  constructor(depth: number, before: number) {
    this.#depth = depth;
    this.#numbers[depth] = before;
  }

  get hasItem(): boolean {
    return this.#open.length > 0;
  }

  /** Adds an item and gives its tag, for counting. */
  add(kind: ListKind, classes: string | undefined, html: string): string {
    const [indent] = classesOf(classes, [INDENT]);
    const level = indent === undefined ? this.#depth : Number(INDENT.exec(indent)?.[1]);
    while ((this.#open.at(-1)?.level ?? -1) > level) this.#close();
    const top = this.#open.at(-1);
    if (top?.level === level && top.kind === kind) this.#html += '</li>';
    else {
      if (top?.level === level) this.#close();
      const started = kind.tag === 'ol' ? (this.#numbers[level] ?? 0) : 0;
      const start = started > 0 ? attribute('start', String(started + 1)) : '';
      this.#html += `<${kind.tag}${kind.attributes}${start}>`;
      this.#open.push({ level, kind });
    }
    this.#numbers.length = level + 1;
    if (kind.tag === 'ol') this.#numbers[level] = (this.#numbers[level] ?? 0) + 1;
    const nesting = this.#depth + this.#open.length - 1;
    const kept = classesOf(classes, BLOCK_CLASSES).filter((name) => !INDENT.test(name));
    const all = level === nesting ? kept : [`ql-indent-${level}`, ...kept];
    const tag = `<li${all.length > 0 ? attribute('class', all.join(' ')) : ''}>`;
    this.#html += tag + html;
    return tag;
  }

  /** Adds a list to the last item. */
  append(html: string): void {
    this.#html += html;
  }

  end(): string {
    while (this.hasItem) this.#close();
    return this.#html;
  }

  #close(): void {
    this.#html += `</li></${this.#open.pop()?.kind.tag}>`;
  }
}

function startOf(list: ElementNode): string {
  const start = list.name === 'ol' ? list.attribs.get('start') : undefined;
  return start !== undefined && /^[1-9]\d{0,5}$/.test(start) ? start : '1';
}

function join(blocks: { html: string }[]): string {
  return blocks.map(({ html }) => html).join('');
}

function blockAttributes(element: ElementNode): string {
  const classes = classesOf(element.attribs.get('class'), BLOCK_CLASSES);
  return classes.length > 0 ? attribute('class', classes.join(' ')) : '';
}

/** The text of code; `lineBreak` stands for a `<br>`. */
function textOf(nodes: Node[], lineBreak: string): string {
  let text = '';
  for (const node of nodes) {
    if (typeof node === 'string') text += cleanText(node);
    else if (hasClass(node.attribs.get('class'), 'ql-ui')) continue;
    else if (node.name === 'br') text += lineBreak;
    else {
      if (BLOCKS.has(node.name) && text !== '' && !text.endsWith('\n')) text += '\n';
      text += textOf(node.children, lineBreak);
    }
  }
  return text;
}

function codeOf(pre: ElementNode): string {
  const text = textOf(pre.children, '\n');
  // The line end after the tag is part of the source, not of the text.
  return typeof pre.children[0] === 'string' && text.startsWith('\n') ? text.slice(1) : text;
}

function languageOfPre(pre: ElementNode): string {
  const code = pre.children.find(
    (node): node is ElementNode => typeof node !== 'string' && node.name === 'code',
  );
  const named = [pre, code].flatMap(
    (element) =>
      classesOf(element?.attribs.get('class'), [/^lang(?:uage)?-./])[0]?.replace(/^\w+-/, '') ?? [],
  );
  return languageOf(pre.attribs.get('data-language') ?? named[0]);
}

/**
 * The player of a video. The sandbox lets it play and open the video's own page, but not touch this one;
 * the origin is told because YouTube refuses to play without.
 */
function videoTag(element: ElementNode): string {
  const src = videoUrl(element.attribs.get('src') ?? '');
  if (src === null) return '';
  const site = src.includes('vimeo') ? 'Vimeo' : 'YouTube';
  const title = cleanText(element.attribs.get('title') ?? '')
    .trim()
    .slice(0, 200)
    .toWellFormed();
  const classes = ['ql-video', ...classesOf(element.attribs.get('class'), VIDEO_CLASSES)];
  return `<iframe${attribute('class', classes.join(' '))}${attribute('src', src)}${attribute(
    'title',
    title || `${site} video`,
  )} loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture" allowfullscreen referrerpolicy="strict-origin-when-cross-origin" sandbox="allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts"></iframe>`;
}
