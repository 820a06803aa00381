import type { ElementNode, Node } from '../../../api/contract/content/elements.ts';
import { embed } from './media.ts';
import type { HtmlOptions } from './options.ts';
import { element, findAll, hasAnyClass, isBlank, isElement, textOf } from './tree.ts';

const isPicture = ({ name }: ElementNode) => name === 'img';
const isCaption = (node: Node) => isElement(node) && node.name === 'figcaption';
const WIDE = /(?:^|\s)align(wide|full)(?=\s|$)/;

/**
 * Returns a figure in the forms that posts have: a picture or a gallery with a caption, a table
 * with a caption, or other blocks with their caption below.
 */
export function figure(node: ElementNode, options: HtmlOptions): Node[] {
  const { children } = node;
  const caption = children.filter(isCaption);
  const content = children.filter((child) => !isCaption(child));
  const address = textOf(content).trim();
  if (hasAnyClass(node, /^wp-block-embed$/) && /^https?:\/\/\S+$/.test(address)) {
    return [...embed(address, options), ...paragraphsOf(caption)];
  }
  const figures = findAll(content, ({ name }) => name === 'figure');
  if (figures.length > 0) return gallery(figures, content, caption);
  const [table] = findAll(content, ({ name }) => name === 'table');
  if (table && caption.length > 0) return withTableCaption(content, table, caption);
  if (findAll(content, isPicture).length > 0) return [sized(node, children)];
  return [...content, ...paragraphsOf(caption)];
}

function paragraphsOf(captions: readonly Node[]): Node[] {
  return captions.filter(isElement).map((each) => element('p', {}, each.children));
}

/** Pictures without captions become rows; those with captions stay separate figures. */
function gallery(figures: ElementNode[], content: Node[], caption: Node[]): Node[] {
  const hasCaptions = figures.some(({ children }) => findAll(children, isCaption).length > 0);
  if (hasCaptions) return [...content.flatMap(withoutFrames), ...paragraphsOf(caption)];
  const inside = content.flatMap(unwrap);
  return [element('figure', {}, [...inside, ...caption])];
}

/** Returns the figures in a list or a `div`. */
function withoutFrames(node: Node): Node[] {
  const isFrame = isElement(node) && /^(?:ul|li|div)$/.test(node.name);
  return isFrame ? node.children.flatMap(withoutFrames) : [node];
}

/** Returns the contents of figures and lists of pictures, without the containers. */
function unwrap(node: Node): Node[] {
  if (!isElement(node)) return [node];
  const isFrame = /^(?:figure|ul|li|div)$/.test(node.name);
  return isFrame ? node.children.flatMap(unwrap) : [node];
}

function withTableCaption(content: Node[], table: ElementNode, caption: Node[]): Node[] {
  const own = table.children.some((child) => isElement(child) && child.name === 'caption');
  const texts = caption.filter(isElement).flatMap(({ children }) => children);
  if (own) return [...content, element('p', {}, texts)];
  table.children.unshift(element('caption', {}, texts));
  return content;
}

function sized({ attribs }: ElementNode, children: Node[]): ElementNode {
  const width = WIDE.exec(attribs.get('class') ?? '')?.[1] ?? attribs.get('data-width');
  const isKnown = width === 'wide' || width === 'full';
  return element('figure', isKnown ? { 'data-width': width } : {}, children);
}

const CAPTION = /^(?:wp-caption-text|thumbcaption|caption|image-caption|photo-caption)$/;

/** Returns a `div` as a figure if it has only pictures and a line that is their caption. */
export function captionedDiv({ attribs, children }: ElementNode): ElementNode | undefined {
  const parts = children.filter((child) => !isBlank(child));
  const captions = parts.filter(isElement).filter((part) => {
    return (part.attribs.get('class') ?? '').split(/\s+/).some((name) => CAPTION.test(name));
  });
  const [caption] = captions;
  const others = parts.filter((part) => part !== caption);
  const hasPictures = findAll(others, isPicture).length > 0;
  const isPlain = others.every(
    (part) => isElement(part) && /^(?:a|img|p|div|span|picture)$/.test(part.name),
  );
  if (!caption || captions.length > 1 || !hasPictures || !isPlain) return undefined;
  const line = element('figcaption', {}, caption.children);
  return sized(element('figure', Object.fromEntries(attribs)), [...others, line]);
}
