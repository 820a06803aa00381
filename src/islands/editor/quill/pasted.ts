import { BLOCKS } from '../../../../api/contract/content/elements.ts';
import { languageOf } from '../../../lib/highlight-languages.ts';

const REMOVED =
  'style, script, meta, link, title, head, template, noscript, svg, ' +
  'button, input, select, textarea, object, embed, audio, canvas, [hidden], .sr-only, ' +
  '.Apple-interchange-newline';
const ALLOWED_CLASS = /^ql-(align|indent|font|size)-[\w-]+$/;
const BLOCK_DISPLAY = /^(block|flex|grid|list-item|table|table-row|flow-root)$/;

/** Attribute of HTML that was copied in this editor. Pasting it keeps all formats. */
const OWN_ATTRIBUTE = 'data-inkwell';

export function markOwn(html: string): string {
  return `<div ${OWN_ATTRIBUTE}>${html}</div>`;
}

/** Returns whether pasted HTML was copied in this editor. */
export function isOwn(doc: Document): boolean {
  return doc.querySelector(`[${OWN_ATTRIBUTE}]`) !== null;
}

/**
 * Prepares pasted HTML: keeps words, structure, links and pictures; removes fonts, sizes, colors
 * and layout, unless it was copied in this editor. `normalize` turns Word's paragraphs into lists.
 */
export function cleanPasted(doc: Document, normalize: (doc: Document) => void): void {
  const own = doc.querySelector(`[${OWN_ATTRIBUTE}]`);
  if (!own) {
    normalize(doc);
    clean(doc);
  }
  keepEnds(own ?? doc.body);
}

function clean(doc: Document): void {
  for (const element of doc.querySelectorAll(REMOVED)) element.remove();
  for (const element of doc.querySelectorAll<HTMLElement>('[style]')) {
    if (element.style.display === 'none') element.remove();
  }
  for (const block of doc.querySelectorAll<HTMLElement>('div, pre')) convertCode(block);
  for (const row of doc.querySelectorAll('tr')) convertRow(row);
  for (const paragraph of doc.querySelectorAll('li > p')) joinLines(paragraph);
  for (const link of doc.querySelectorAll('a')) cleanLink(link);
  for (const image of doc.querySelectorAll('img')) {
    const { width, height } = image;
    if (image.hasAttribute('width') && width <= 1 && height <= 1) image.remove();
  }
  cleanSpaces(doc);
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
  const inHeading = element.closest('h1, h2, h3, h4, h5, h6') !== null;
  const tags = [
    ...(isBold(style) && !inHeading ? ['strong'] : []),
    ...(/^(italic|oblique)/.test(style.fontStyle) ? ['em'] : []),
    ...(element.closest('a') === null ? decorationsOf(style) : []),
  ];
  const isPlain =
    (/^(B|STRONG)$/.test(element.tagName) &&
      (inHeading || /^(normal|[1-4]00)$/.test(style.fontWeight))) ||
    (/^(I|EM)$/.test(element.tagName) && style.fontStyle === 'normal');
  element.removeAttribute('style');
  element.className = [...element.classList].filter((name) => ALLOWED_CLASS.test(name)).join(' ');
  if (align === 'center' || align === 'right') element.classList.add(`ql-align-${align}`);
  for (const tag of isBlock ? [...tags, 'div'] : tags) wrapContents(element, tag);
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

function wrapContents(element: HTMLElement, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
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
  if (/^(https?:|mailto:|tel:)/i.test(href)) return;
  // A fragment of the original page, or a script.
  link.replaceWith(...link.childNodes);
}

/** Converts `pre`, and the blocks of editors such as VS Code: colored spans in a monospace font. */
function convertCode(block: HTMLElement): void {
  const { whiteSpace, fontFamily } = block.style;
  const isCode = whiteSpace.startsWith('pre') && /mono|consol|courier|menlo/i.test(fontFamily);
  if (block.tagName !== 'PRE' && !isCode) return;
  const pre = block.ownerDocument.createElement('pre');
  const isLines = [...block.childNodes].every(({ nodeName }) => /^(DIV|BR)$/.test(nodeName));
  // In VS Code, `<br>` is an empty line between lines that are blocks.
  if (isCode && isLines) pre.append([...block.children].map(textOf).join('\n'));
  else pre.append(...block.childNodes);
  const language = languageIn(block);
  if (language) pre.dataset.language = language;
  block.replaceWith(pre);
}

function textOf({ textContent }: Node): string {
  return textContent ?? '';
}

/** Returns the language in a class name, as the server stores it. */
function languageIn(block: HTMLElement): string | undefined {
  const named = [block, ...block.querySelectorAll('code'), block.parentElement];
  const words = named.flatMap((element) => [...(element?.classList ?? [])]);
  const prefix = /^(lang(uage)?|highlight-source)-/;
  const language = languageOf(words.find((name) => prefix.test(name))?.replace(prefix, ''));
  return language === 'csharp' ? 'cs' : language;
}

/** Replaces a table row with a paragraph, because posts have no tables. */
function convertRow(row: HTMLTableRowElement): void {
  const paragraph = row.ownerDocument.createElement('p');
  for (const [index, cell] of [...row.cells].entries()) {
    if (index > 0) paragraph.append(' | ');
    const inner = row.ownerDocument.createElement('span');
    inner.append(...cell.childNodes);
    for (const block of inner.querySelectorAll('p, div')) joinLines(block);
    paragraph.append(inner);
  }
  const table = row.closest('table');
  if (table) table.before(paragraph);
  row.remove();
}

/** Replaces a paragraph in an item or a cell with its contents, between line breaks. */
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
