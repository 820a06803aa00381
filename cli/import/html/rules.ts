import type { ElementNode, Node } from '../../../api/contract/content/elements.ts';
import { linkUrl } from '../../../api/contract/urls.ts';
import { preformatted } from './code.ts';
import { captionedDiv, figure } from './figures.ts';
import { alignmentOf, inlineFormats } from './formats.ts';
import { frame, mediaFile, plugin } from './media.ts';
import type { HtmlOptions } from './options.ts';
import { picture } from './pictures.ts';
import { element, findAll, hasAnyClass, isElement, serialize, textOf } from './tree.ts';

/** Returns what replaces an element. Its children are converted already. */
type Rule = (node: ElementNode, options: HtmlOptions) => Node[];

const drop: Rule = () => [];
/** Keeps it for the parent element. */
const keep: Rule = (node) => [node];
const unwrap: Rule = ({ children }) => children;

/** Leaves an element out, and says so. */
const leaveOut =
  (what: string): Rule =>
  (node, { note }) => {
    note(`${what} was left out.`, serialize([node]));
    return [];
  };

/** Replaces an element with its text, and says so. */
const keepText =
  (what: string): Rule =>
  ({ children }, { note }) => {
    note(`${what} was left out. Its text is kept.`);
    return [element('div', {}, children)];
  };

/** Rules for markup that is specific to other systems. Elements without a rule don't change. */
export const RULES: Partial<Record<string, Rule>> = {
  a: link,
  audio: mediaFile,
  base: drop,
  br: keep,
  canvas: unwrap,
  center: ({ children }) => [element('div', { class: 'ql-align-center' }, children)],
  col: drop,
  colgroup: drop,
  div: division,
  embed: plugin,
  figure,
  font: ({ attribs, children }) => {
    const color = attribs.get('color');
    return [element('span', color ? { style: `color:${color}` } : {}, children)];
  },
  form: keepText('A form'),
  head: drop,
  iframe: frame,
  img: picture,
  input: checkBox,
  li: item,
  link: drop,
  map: unwrap,
  area: drop,
  mark: ({ attribs, children }) => {
    const style = attribs.get('style') ?? 'background-color:#fff3a3';
    return [inlineFormats(element('span', { style }, children))];
  },
  math: formula,
  meta: drop,
  noscript: ({ children }) => {
    // The same pictures once more, for readers without scripts.
    const isPicture = findAll(children, ({ name }) => name === 'img').length > 0;
    return isPicture && textOf(children).trim() === '' ? [] : children;
  },
  object: plugin,
  param: keep,
  picture: ({ children }) => children.filter((node) => isElement(node) && node.name === 'img'),
  pre: preformatted,
  q: ({ children }) => ['“', ...children, '”'],
  rt: ({ children }) => ['(', ...children, ')'],
  rp: drop,
  script: leaveOut('A script'),
  source: keep,
  style: leaveOut('A style sheet'),
  svg: leaveOut('A drawing (SVG)'),
  template: drop,
  title: drop,
  track: keep,
  video: mediaFile,
  wbr: keep,
};

/** A link with an address that posts can have, or its text. */
function link(node: ElementNode, { note, link: resolve }: HtmlOptions): Node[] {
  const { attribs, children } = node;
  const given = attribs.get('href');
  if (given === undefined) return children;
  const href = linkUrl(resolve?.(given) ?? given);
  // WordPress shows it as a button next to the link with the name of the file.
  const isButton = hasAnyClass(node, /^wp-block-file__button$/);
  if (href !== null) return [...(isButton ? [' '] : []), element('a', { href }, children)];
  if (given.trim() !== '') note("A link was left out: its address isn't usable.", given);
  return children;
}

function division(node: ElementNode, options: HtmlOptions): Node[] {
  const captioned = captionedDiv(node);
  if (captioned) return [captioned];
  const cover = /background(?:-image)?\s*:[^;]*url\(\s*(["']?)(.*?)\1\s*\)/i.exec(
    node.attribs.get('style') ?? '',
  )?.[2];
  const shown = cover === undefined ? [] : picture(element('img', { src: cover }), options);
  const data = ['data-math', 'data-callout'].some((name) => node.attribs.has(name));
  const block = data ? node : alignmentOf(node);
  return shown.length > 0 ? [element('figure', {}, shown), block] : [block];
}

/** Of form fields, a post can have only the checkboxes of lists. */
function checkBox(node: ElementNode, { note }: HtmlOptions): Node[] {
  const type = node.attribs.get('type')?.toLowerCase();
  if (type === 'checkbox') return [node];
  const value = node.attribs.get('value') ?? '';
  const isButton = type === 'submit' || type === 'button' || type === 'reset';
  if (type !== 'hidden') note('A field of a form was left out.', serialize([node]));
  return isButton && value !== '' ? [value] : [];
}

function item(node: ElementNode): Node[] {
  const [box] = findAll(node.children, ({ name }) => name === 'input');
  if (!box) return [alignmentOf(node)];
  const state = box.attribs.has('checked') ? 'checked' : 'unchecked';
  const children = withoutBox(node.children, box);
  return [element('li', { 'data-list': state }, children)];
}

/** Also removes the space after the box. */
function withoutBox(nodes: readonly Node[], box: ElementNode): Node[] {
  return nodes.flatMap((node, index): Node[] => {
    if (node === box) return [];
    if (isElement(node)) return [{ ...node, children: withoutBox(node.children, box) }];
    return [nodes[index - 1] === box ? node.trimStart() : node];
  });
}

/** The source of a formula, or its text if the page has only MathML. */
function formula({ attribs, children }: ElementNode, { note }: HtmlOptions): Node[] {
  const tex = findAll(children, ({ name, attribs: each }) => {
    return /annotation/.test(name) && each.get('encoding') === 'application/x-tex';
  })[0];
  const name = attribs.get('display') === 'block' ? 'div' : 'span';
  if (tex) return [element(name, { 'data-math': '' }, [textOf(tex.children)])];
  note('A formula without TeX became text.', textOf(children));
  return children;
}
