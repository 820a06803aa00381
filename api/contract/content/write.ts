import { attribute, BLOCK_CLASSES, classesOf, escapeText, hasClass } from './attributes.ts';
import type { Contents } from './blocks/block.ts';
import { BLOCK_WRITERS } from './blocks/blocks.ts';
import { formulaTag } from './blocks/formula.ts';
import { codeAttributes, codeOf, codeText, languageOf } from './code.ts';
import { BLOCKS, type ElementNode, type Node } from './elements.ts';
import { type Block, Flow, join, type Line, LOOSE, trimBlank } from './flow.ts';
import { type Formats, formatsInside } from './formats.ts';
import {
  cleanText,
  isBlank,
  isIntended,
  joinLines,
  type Leaf,
  lineHtml,
  tidyLine,
} from './line.ts';
import { kindOf, ListWriter, startOf } from './lists.ts';
import { pictureTag, videoTag } from './media.ts';

/**
 * Writes a tree of HTML, from the editor or an API client, in the stored form of posts. Writing the
 * stored form again doesn't change it. It has only these elements and attributes:
 *
 * - blocks: `p`, `h1` to `h6`, `blockquote`, with `ql-align-…`, `ql-indent-…`,
 *   `ql-direction-rtl`;
 * - lists: nested `ul` and `ol[start]`; checklists are `ul[data-checked="true|false"]`. An item
 *   indented deeper than its nesting keeps `class="ql-indent-N"`;
 * - code: `<pre data-language="…"><code>…</code></pre>`, with `data-title`,
 *   `data-lines="3,5-7"` and `data-numbers`;
 * - the blocks of `blocks/`, each with its form in its file;
 * - video: `<iframe class="ql-video" …>` of YouTube (without cookies) or Vimeo;
 * - inline: `a`, `strong`, `em`, `u`, `s`, `sup`, `sub`, `code`, `span`, with `ql-font-…`,
 *   `ql-size-…` and the style properties `color` and `background-color`; `br`;
 *   `img[src][alt][width][height]`; `<span data-math>TeX</span>`;
 * `<span data-footnote>…</span>`, which is never inside a format or link.
 *
 * Equal formats have the same HTML, however they were nested. `<br>` separates lines that lose the
 * block around them, as in `<li>a<section>b</section></li>`.
 *
 * @param onLength called with the length of the output while it grows. It may throw an error.
 */
export function writeContent(
  root: ElementNode,
  onLength: (length: number) => void = () => undefined,
): string {
  return new Writer(onLength).document(root);
}

/**
 * Deeper blocks only separate lines. The parser stops at 100 elements: every stored block has to
 * fit, because `writeContent` adds elements such as `li` and `tbody`.
 */
const MAX_NESTING = 40;

const HEADING = /^h[1-6]$/;

class Writer {
  readonly #onLength: (length: number) => void;
  #length = 0;
  /** Number of blocks around the current one. */
  #nesting = 0;
  #isInTable = false;
  #isInFootnote = false;

  constructor(onLength: (length: number) => void) {
    this.#onLength = onLength;
  }

  document(root: ElementNode): string {
    return join(trimBlank(this.#flow('root', 0, root.children, {}).blocks));
  }

  #flow(kind: Flow['kind'], depth: number, nodes: readonly Node[], formats: Formats): Flow {
    const flow = new Flow(kind, depth);
    this.#nesting++;
    this.#walk(flow, nodes, formats, LOOSE);
    this.#endLine(flow, LOOSE);
    this.#endCode(flow);
    this.#nesting--;
    return flow;
  }

  #walk(flow: Flow, nodes: readonly Node[], formats: Formats, line: Line): void {
    for (const node of nodes) {
      if (typeof node === 'string') {
        const value = cleanText(node);
        if (value !== '') flow.line.push({ kind: 'text', value, formats });
      } else if (hasClass(node.attribs.get('class'), 'ql-ui')) {
        // Skips the editor's controls, such as bullets and the language menu.
      } else if (BLOCKS.has(node.name)) this.#block(flow, node, formats, line);
      else this.#inline(flow, node, formats, line);
    }
  }

  #inline(flow: Flow, element: ElementNode, formats: Formats, line: Line): void {
    if (element.name === 'br') flow.line.push({ kind: 'break', value: '<br>', formats });
    else if (element.name === 'img') {
      const value = pictureTag(element);
      if (value !== null) flow.line.push({ kind: 'embed', value, formats });
    } else if (element.attribs.has('data-math')) this.#formula(flow, element, formats);
    else if (element.attribs.has('data-footnote') && !this.#isInFootnote) {
      this.#footnote(flow, element);
    } else this.#walk(flow, element.children, formatsInside(formats, element), line);
  }

  #formula(flow: Flow, element: ElementNode, formats: Formats): void {
    const value = formulaTag('span', element);
    if (value !== '') flow.line.push({ kind: 'embed', value, formats });
  }

  #footnote(flow: Flow, element: ElementNode): void {
    const length = this.#length;
    this.#isInFootnote = true;
    const text = this.#contents(flow, {}).text(element.children);
    this.#isInFootnote = false;
    // It's counted when its line is written.
    this.#length = length;
    if (text === '') return;
    flow.line.push({ kind: 'embed', value: `<span data-footnote>${text}</span>`, formats: {} });
  }

  #block(flow: Flow, element: ElementNode, formats: Formats, line: Line): void {
    this.#endLine(flow, line);
    if (flow.kind === 'text' || this.#nesting >= MAX_NESTING) {
      if (element.attribs.has('data-math')) this.#formula(flow, element, formats);
      else this.#walk(flow, element.children, formats, line);
      this.#endLine(flow, line);
      return;
    }
    const html = this.#ownForm(flow, element, formats);
    if (html === null) this.#otherBlock(flow, element, formats, line);
    else this.#add(flow, html);
  }

  /** Returns the HTML of a block with a writer of its own, or `null` for other elements. */
  #ownForm(flow: Flow, element: ElementNode, formats: Formats): string | null {
    // Tables in tables are for layout: their cells become lines.
    if (element.name === 'table' && this.#isInTable) return null;
    const wasInTable = this.#isInTable;
    this.#isInTable ||= element.name === 'table';
    const html = BLOCK_WRITERS[element.name]?.(element, this.#contents(flow, formats)) ?? null;
    this.#isInTable = wasInTable;
    return html;
  }

  #contents({ depth }: Flow, formats: Formats): Contents {
    const blocksOf = (kind: Flow['kind'], nodes: readonly Node[]) =>
      trimBlank(this.#flow(kind, depth, nodes, formats).blocks);
    const lines = (nodes: readonly Node[]) => this.#flow('text', depth, nodes, formats).lines;
    const textOf = (all: readonly Leaf[][]) => {
      let html = '';
      for (const piece of lineHtml(joinLines(all))) html += this.#emit(piece);
      return html;
    };
    return {
      blocks: (nodes) => join(blocksOf('root', nodes)),
      item: (nodes) => {
        const blocks = blocksOf('item', nodes);
        const html = join(blocks);
        return blocks.length === 1 && html.startsWith('<p>') ? html.slice(3, -4) : html;
      },
      text: (nodes) => textOf(lines(nodes)),
      lines,
      textOf,
      emit: (tag) => this.#emit(tag),
    };
  }

  /** Writes blocks other than those in `blocks/`. */
  #otherBlock(flow: Flow, element: ElementNode, formats: Formats, line: Line): void {
    const { name, attribs, children } = element;
    const attributes = blockAttributes(element);
    if (name === 'p' || HEADING.test(name)) {
      const own = { tag: name, attributes, loose: false };
      this.#walk(flow, children, formats, own);
      this.#endLine(flow, own);
    } else if (name === 'ul' || name === 'ol') this.#add(flow, this.#list(flow, element, formats));
    else if (name === 'blockquote') this.#quote(flow, element, formats);
    else if (name === 'pre') this.#add(flow, this.#code(codeOf(element), codeAttributes(element)));
    else if (name === 'iframe') this.#add(flow, this.#emit(videoTag(element)));
    else if (hasClass(attribs.get('class'), 'ql-code-block')) this.#codeLine(flow, element);
    else {
      const container = hasClass(attribs.get('class'), 'ql-code-block-container');
      if (container) this.#endCode(flow);
      const own = HEADING.test(line.tag) ? line : { tag: 'p', attributes, loose: true };
      const inner = flow.kind === 'root' || name === 'div' ? own : line;
      this.#walk(flow, children, formats, inner);
      this.#endLine(flow, inner);
      if (container) this.#endCode(flow);
    }
  }

  #quote(flow: Flow, element: ElementNode, formats: Formats): void {
    const inner = this.#flow('quote', flow.depth, element.children, formats);
    const html = join(inner.blocks);
    if (html === '') return;
    const tag = this.#emit(`<blockquote${blockAttributes(element)}>`);
    this.#add(flow, `${tag}${html}</blockquote>`);
  }

  /** Turns the collected line into a block. */
  #endLine(flow: Flow, { tag, attributes, loose }: Line): void {
    if (flow.kind === 'text') {
      flow.lines.push(flow.line);
      flow.line = [];
      return;
    }
    const line = tidyLine(flow.line, loose && flow.kind === 'root');
    flow.line = [];
    if (isBlank(line)) {
      if (!isIntended(line)) return;
      if (tag === '' && flow.kind !== 'root') {
        // Each break is a line. On a second writing, the breaks of neighboring lines are in one
        // line.
        const breaks = line.filter(({ kind }) => kind === 'break').length;
        for (let n = 0; n < Math.max(1, breaks); n++) this.#add(flow, '', 'bare');
      } else this.#add(flow, this.#emit(`<p${attributes}><br></p>`), 'blank');
      return;
    }
    let html = '';
    for (const piece of lineHtml(line)) html += this.#emit(piece);
    const element = tag === '' && flow.kind === 'root' ? 'p' : tag;
    if (element === '') this.#add(flow, html, 'bare');
    else this.#add(flow, `${this.#emit(`<${element}${attributes}>`)}${html}</${element}>`);
  }

  #add(flow: Flow, html: string, kind: Block['kind'] = 'full'): void {
    this.#endCode(flow);
    if (html !== '' || kind === 'bare') flow.blocks.push({ html, kind });
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
    this.#add(flow, this.#code(lines.join('\n'), attribute('data-language', language)));
  }

  #code(text: string, attributes: string): string {
    const code = text.trimEnd();
    if (code === '') return '';
    return this.#emit(`<pre${attributes}><code>${escapeText(code)}</code></pre>`);
  }

  /**
   * Returns a list with its nested lists. Items can be nested or flat with `ql-indent-N`, and of
   * any kind: Quill puts bullets and numbers into one `ol`.
   */
  #list(flow: Flow, element: ElementNode, formats: Formats): string {
    const lists = new ListWriter(flow.depth, Number(startOf(element)) - 1);
    let stray: Node[] = [];
    const start = (attribs: Map<string, string>) =>
      this.#emit(lists.start(kindOf(element, attribs), attribs.get('class')));
    const endStray = () => {
      // Write it only once: writing it twice in each nested list would take exponential time.
      const { blocks } = this.#flow('item', lists.nextDepth, stray, formats);
      stray = [];
      if (blocks.every(({ html }) => html === '')) return;
      start(new Map());
      lists.append(join(blocks));
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
      if (child.name === 'li') start(child.attribs);
      const inner = child.name === 'li' ? child.children : [child];
      lists.append(join(this.#flow('item', lists.depth, inner, formats).blocks) || '<br>');
    }
    endStray();
    return lists.end();
  }

  /** Adds to the length of the output. */
  #emit(html: string): string {
    this.#length += html.length;
    this.#onLength(this.#length);
    return html;
  }
}

function blockAttributes(element: ElementNode): string {
  const classes = classesOf(element.attribs.get('class'), BLOCK_CLASSES);
  return classes.length > 0 ? attribute('class', classes.join(' ')) : '';
}
