import { COMMENT } from '../../../api/content/parse.ts';
import { BLOCKS, type ElementNode, type Node } from '../../../api/contract/content/elements.ts';
import { element, findAll, isBlank, isElement } from '../html/tree.ts';

// The classic editor stores paragraphs as blank lines, and line breaks as line breaks. WordPress
// adds the elements when it shows a post (its function wpautop), and so does this.

const CONTAINERS = new Set(
  'article aside blockquote body center details div fieldset footer form header main section'.split(
    ' ',
  ),
);
/** A single paragraph in these needs no `<p>`. */
const CELLS = new Set('caption dd dt figcaption li summary td th'.split(' '));
/** Line breaks in these are literal, or mean nothing. */
const UNTOUCHED = new Set(
  'audio canvas embed iframe math object pre script style svg template textarea video'.split(' '),
);
/** Elements with only elements inside. */
const STRUCTURES = new Set('colgroup dl figure ol table tbody tfoot thead tr ul'.split(' '));

const BLANK_LINE = /\n[ \t\u00a0]*\n\s*/;
/** An address on a line of its own is an embed. */
const OWN_LINE = /(?:^|\n)[ \t]*(https?:\/\/[^\s<>"]+)[ \t]*(?=\n|$)/;

/** Adds the paragraphs and line breaks to classic content. */
export function autop(nodes: readonly Node[]): Node[] {
  return paragraphs(nodes);
}

function isBlock(node: ElementNode): boolean {
  return BLOCKS.has(node.name) || findAll(node.children, ({ name }) => BLOCKS.has(name)).length > 0;
}

function paragraphs(nodes: readonly Node[]): Node[] {
  const done: Node[] = [];
  let run: Node[] = [];
  const end = () => {
    const line = trimmed(run);
    run = [];
    if (line.length > 0) done.push(element('p', {}, line.flatMap(withBreaks)));
  };
  for (const node of nodes) {
    if (isElement(node) && node.name === COMMENT) continue;
    if (isElement(node) && isBlock(node)) {
      end();
      done.push(inside(node));
    } else if (isElement(node)) run.push(inside(node));
    else {
      for (const [index, part] of partsOf(node).entries()) {
        if (index > 0) end();
        run.push(part);
      }
    }
  }
  end();
  return done;
}

/** Splits text at blank lines. Addresses on their own lines become embeds. */
function partsOf(text: string): Node[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(BLANK_LINE)
    .flatMap((part): Node[] => {
      const pieces = part.split(OWN_LINE);
      return pieces.map((piece, index) =>
        index % 2 === 1 ? element('figure', { class: 'wp-block-embed' }, [piece]) : piece,
      );
    });
}

function inside(node: ElementNode): ElementNode {
  const { name, children } = node;
  if (UNTOUCHED.has(name)) return node;
  if (STRUCTURES.has(name)) {
    const own = children.map((child) => (isElement(child) ? inside(child) : child));
    return { ...node, children: own };
  }
  if (CONTAINERS.has(name)) return { ...node, children: paragraphs(children) };
  if (CELLS.has(name)) return { ...node, children: cell(children) };
  const inner = children.map((child) => (isElement(child) ? inside(child) : child));
  return { ...node, children: trimmed(inner, BLOCKS.has(name)).flatMap(withBreaks) };
}

function cell(children: readonly Node[]): Node[] {
  const made = paragraphs(children);
  const texts = made.filter((node) => isElement(node) && node.name === 'p');
  const [only] = texts;
  const isSingle =
    texts.length === 1 && !children.some((child) => isElement(child) && child.name === 'p');
  if (!isSingle || !only || !isElement(only)) return made;
  return made.flatMap((node) => (node === only ? only.children : [node]));
}

const isBreak = (node: Node) => isElement(node) && node.name === 'br';

/** Removes the space and line breaks around a paragraph. */
function trimmed(run: readonly Node[], always = true): Node[] {
  if (!always) return [...run];
  const isShown = (node: Node) => !isBlank(node);
  const first = run.findIndex(isShown);
  if (first === -1) return [];
  const kept = run.slice(first, run.findLastIndex(isShown) + 1);
  return kept.map((node, index) => {
    if (isElement(node)) return node;
    const start = index === 0 ? node.replace(/^\s+/, '') : node;
    return index === kept.length - 1 ? start.replace(/\s+$/, '') : start;
  });
}

/** Line breaks in text become elements, unless there is one already. */
function withBreaks(node: Node, index: number, all: readonly Node[]): Node[] {
  if (isElement(node)) return [node];
  const before = all[index - 1];
  const text = before && isBreak(before) ? node.replace(/^[ \t]*\n/, '') : node;
  return text
    .split('\n')
    .flatMap((line, at): Node[] => (at > 0 ? [element('br', {}), line] : [line]));
}
