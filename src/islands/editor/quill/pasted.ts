import { BLOCKS } from '../../../../api/contract/content/elements.ts';
import { OWN_ATTRIBUTE } from './copied-text.ts';
import { convertBlocks, isHeadingMark, wrap } from './pasted-blocks.ts';
import { convertCaptions } from './pasted-captions.ts';
import { convertCode, isMonospace } from './pasted-code.ts';
import { convertCallouts, convertFootnotes, convertFormulas } from './pasted-notes.ts';
import { convertTables } from './pasted-tables.ts';
import { convertWord } from './pasted-word.ts';

const REMOVED =
  'style, script, meta, link, title, head, template, noscript, svg, ' +
  'button, input, select, textarea, object, embed, audio, canvas, [hidden], .sr-only, ' +
  '.visually-hidden, .screen-reader-text, .mw-editsection, .Apple-interchange-newline';
const TITLE_BUTTON = ':is(h1, h2, h3, h4, h5, h6, summary, dt) button';
const ALLOWED_CLASS = /^ql-(align|indent|font|size)-[\w-]+$/;
const BLOCK_DISPLAY = /^(block|flex|grid|list-item|table|table-row|flow-root)$/;

/** Returns whether pasted HTML was copied in this editor. */
export function isOwn(doc: Document): boolean {
  return doc.querySelector(`[${OWN_ATTRIBUTE}]`) !== null;
}

/**
 * Prepares pasted HTML: keeps words, structure, links and pictures; removes fonts, sizes, colors
 * and layout, unless it was copied in this editor. `language` is for code that doesn't name one.
 */
export function cleanPasted(doc: Document, language?: string): void {
  const own = doc.querySelector(`[${OWN_ATTRIBUTE}]`);
  if (!own) clean(doc, language);
  keepEnds(own ?? doc.body);
}

/** The elements of HTML that only shows plain text, as code editors and terminals write it. */
const WRAPPERS = /^(html|head|body|title|meta|style|div|span|p|br|pre|font|wbr)$/;

/**
 * Returns whether HTML only wraps the plain text of the clipboard. Text of code editors and
 * terminals has formats for colors; elsewhere, bold and italic words are formats of the author.
 */
export function isWrapper(html: string, text: string): boolean {
  const doc = new DOMParser().parseFromString(html, 'text/html');
  if (isOwn(doc)) return false;
  const elements = [...doc.querySelectorAll<HTMLElement>('*')];
  const isSource = elements.some(isMonospace);
  const isPlain = ({ localName, style }: HTMLElement) =>
    WRAPPERS.test(localName) && (isSource || !(isBold(style) || style.fontStyle === 'italic'));
  const words = (value: string) => value.replace(/\s+/g, '');
  return elements.every(isPlain) && words(doc.body.textContent ?? '') === words(text);
}

function clean(doc: Document, language: string | undefined): void {
  for (const element of doc.querySelectorAll<HTMLElement>('[style]')) {
    if (element.style.display === 'none') element.remove();
  }
  convertCode(doc, language);
  convertFormulas(doc);
  convertFootnotes(doc);
  convertWord(doc);
  cleanSpaces(doc);
  convertCallouts(doc);
  convertCaptions(doc);
  convertTables(doc);
  convertBlocks(doc);
  // Words that open and close a part of the page.
  for (const button of doc.querySelectorAll(TITLE_BUTTON)) button.replaceWith(...button.childNodes);
  for (const element of doc.querySelectorAll(REMOVED)) element.remove();
  for (const paragraph of doc.querySelectorAll('li > p')) joinLines(paragraph);
  for (const link of doc.querySelectorAll('a')) cleanLink(link);
  for (const image of doc.querySelectorAll('img')) {
    const { width, height } = image;
    if (image.hasAttribute('width') && width <= 1 && height <= 1) image.remove();
  }
  for (const element of doc.body.querySelectorAll<HTMLElement>('*')) cleanElement(element);
}

/** Text without blocks is part of a line, so the spaces at its ends separate words. */
function keepEnds(container: Element): void {
  for (const node of [container.firstChild, container.lastChild]) {
    const text = node?.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : '';
    // The source of a clipboard has line breaks around the copied part.
    if (node && text.includes('\n') && text.trim() === '') node.remove();
  }
  if ([...container.querySelectorAll('*')].some(({ localName }) => BLOCKS.has(localName))) return;
  const line = container.ownerDocument.createElement('p');
  line.append(...container.childNodes);
  container.append(line);
}

function cleanElement(element: HTMLElement): void {
  const { style } = element;
  const align = style.textAlign;
  const isBlock = BLOCK_DISPLAY.test(style.display) && !BLOCKS.has(element.localName);
  // Headings are bold anyway, and links are underlined.
  const inHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null;
  const tags = [
    ...(isBold(style) && !inHeading ? ['strong'] : []),
    ...(/^(italic|oblique)/.test(style.fontStyle) ? ['em'] : []),
    ...(element.closest('a') === null ? decorationsOf(style) : []),
    ...(/^su(per|b)$/.test(style.verticalAlign)
      ? [style.verticalAlign === 'sub' ? 'sub' : 'sup']
      : []),
  ];
  const isPlain =
    (/^(B|STRONG)$/.test(element.tagName) &&
      (inHeading || /^(normal|[1-4]00)$/.test(style.fontWeight))) ||
    (/^(I|EM)$/.test(element.tagName) && style.fontStyle === 'normal');
  element.removeAttribute('style');
  element.className = [...element.classList].filter((name) => ALLOWED_CLASS.test(name)).join(' ');
  if (align === 'center' || align === 'right') element.classList.add(`ql-align-${align}`);
  for (const tag of isBlock ? [...tags, 'div'] : tags) wrap(element, tag);
  if (isPlain) element.replaceWith(...element.childNodes);
}

function isBold({ fontWeight }: CSSStyleDeclaration): boolean {
  return /^bold/.test(fontWeight) || Number(fontWeight) >= 600;
}

function decorationsOf(style: CSSStyleDeclaration): string[] {
  const value = `${style.textDecoration} ${style.textDecorationLine}`;
  return [
    ...(/\bline-through\b/.test(value) ? ['s'] : []),
    ...(/\bunderline\b/.test(value) ? ['u'] : []),
  ];
}

/** Removes non-breaking spaces that programs add, and keeps line breaks that the source shows. */
function cleanSpaces(doc: Document): void {
  for (const space of doc.querySelectorAll('.Apple-converted-space')) space.replaceWith(' ');
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const node of texts) {
    const text = node.nodeValue ?? '';
    const parent = node.parentElement;
    if (!parent || text.trim() === '' || parent.closest('pre')) continue;
    const value = text.replace(/[ \u00a0]{2,}/g, ' ');
    node.nodeValue = value;
    const styled = parent.closest<HTMLElement>('[style*="white-space"]');
    if (!styled?.style.whiteSpace.startsWith('pre') || !value.includes('\n')) continue;
    const lines = value.split('\n').flatMap((line) => [doc.createElement('br'), line]);
    parent.replaceChild(fragmentOf(doc, lines.slice(1)), node);
  }
}

function fragmentOf(doc: Document, nodes: (Node | string)[]): DocumentFragment {
  const fragment = doc.createDocumentFragment();
  fragment.append(...nodes);
  return fragment;
}

function cleanLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? '';
  if (isHeadingMark(link)) link.remove();
  if (/^(https?:|mailto:|tel:)/i.test(href)) return;
  // A fragment of the original page, or a script.
  link.replaceWith(...link.childNodes);
}

/** Replaces a paragraph in an item with its contents, between line breaks. */
function joinLines(block: Element): void {
  const before = neighbor(block, 'previousSibling');
  const after = neighbor(block, 'nextSibling');
  if (isInline(before)) block.before(block.ownerDocument.createElement('br'));
  if (isInline(after) || after?.nodeName === 'P') {
    block.after(block.ownerDocument.createElement('br'));
  }
  block.replaceWith(...block.childNodes);
}

function isInline(node: Node | null): boolean {
  return node !== null && node.nodeName !== 'BR' && !BLOCKS.has(node.nodeName.toLowerCase());
}

/** Returns the nearest sibling that isn't only white space. */
function neighbor(node: Node, way: 'previousSibling' | 'nextSibling'): Node | null {
  const found = node[way];
  const isSpace = found?.nodeType === Node.TEXT_NODE && found.nodeValue?.trim() === '';
  return found && (isSpace || found.nodeType === Node.COMMENT_NODE) ? neighbor(found, way) : found;
}
