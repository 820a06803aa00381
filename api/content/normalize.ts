import { BadRequestError } from '../errors.ts';
import { attribute, BLOCK_CLASSES, classesOf, escapeText, hasClass } from './attributes.ts';
import { codeOf, codeText, languageOf, languageOfPre } from './code.ts';
import {
  cleanText,
  extend,
  isBlank,
  isIntended,
  type Leaf,
  lineHtml,
  type Path,
  trimLine,
} from './inline.ts';
import { kindOf, ListWriter, startOf } from './lists.ts';
import { pictureTag, videoTag } from './media.ts';
import { BLOCKS, type ElementNode, type Node, parse } from './parse.ts';

/** Short input can produce long output: each paragraph repeats the link around it. */
const MAX_OUTPUT_LENGTH = 2 * 1024 * 1024;

export class ContentTooLongError extends BadRequestError {
  override name = 'ContentTooLongError';

  constructor() {
    super('content is too long.');
  }
}

/**
 * Rewrites HTML from the editor or API clients into the stored form of posts. It has only these
 * elements and attributes, and normalizing it again changes nothing:
 *
 * - blocks: `p`, `h1` to `h6`, `blockquote`, with `ql-align-…`, `ql-indent-…`,
 *   `ql-direction-rtl`;
 * - lists: nested `ul` and `ol[start]`; check lists are `ul[data-checked="true|false"]`. An item
 *   indented deeper than its nesting keeps `class="ql-indent-N"`;
 * - code: `<pre data-language="…"><code>…</code></pre>`;
 * - video: `<iframe class="ql-video" …>` of YouTube (without cookies) or Vimeo;
 * - inline: `a`, `strong`, `em`, `u`, `s`, `code`, `span`, with `ql-font-…`, `ql-size-…` and
 *   the style properties `color` and `background-color`; `br`; `img[src][alt][width][height]`.
 *
 * Quill's clipboard reads all of these (`quill.clipboard.convert({ html })`).
 *
 * @throws {ContentTooLongError} when the result is over 2 MiB
 */
export function normalize(html: string): string {
  return new Normalizer().document(parse(html));
}

/** The element of a line; `tag` is empty for loose text in an item or a quotation. */
interface Line {
  tag: string;
  attributes: string;
  /** White space at its ends only formats the source. */
  loose: boolean;
}

const HEADING = /^h[1-6]$/;
const LOOSE: Line = { tag: '', attributes: '', loose: true };

/** Collects the blocks of a container. */
class Flow {
  readonly blocks: { html: string; blank: boolean }[] = [];
  line: Leaf[] = [];
  code: { language: string; lines: string[] } | null = null;
  sawBlankLine = false;
  readonly kind: 'root' | 'item' | 'quote';
  /** Number of lists around it. */
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
        // Skips the editor's controls, such as bullets and the language menu.
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

  /** Turns the collected line into a block. */
  #endLine(flow: Flow, { tag, attributes, loose }: Line): void {
    const line = loose ? trimLine(flow.line) : flow.line;
    flow.line = [];
    if (isBlank(line)) {
      if (!isIntended(line)) return;
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
    flow.code.lines.push(codeText(element.children, ''));
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
   * Returns a list with its nested lists. Items can be nested or flat with `ql-indent-N`, and of
   * any kind: Quill puts bullets and numbers into one `ol`.
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

  /** Adds to the length of the output. */
  #emit(html: string): string {
    this.#length += html.length;
    if (this.#length > MAX_OUTPUT_LENGTH) throw new ContentTooLongError();
    return html;
  }
}

function join(blocks: { html: string }[]): string {
  return blocks.map(({ html }) => html).join('');
}

function blockAttributes(element: ElementNode): string {
  const classes = classesOf(element.attribs.get('class'), BLOCK_CLASSES);
  return classes.length > 0 ? attribute('class', classes.join(' ')) : '';
}
