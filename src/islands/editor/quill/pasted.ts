import { linkUrl } from '../../../../api/contract/urls.ts';
import { languageOf } from '../../../lib/highlight-languages.ts';

const REMOVED =
  'style, script, meta, link, title, head, template, noscript, svg, math, button, input, select, textarea, ' +
  'object, embed, audio, canvas, hr, [hidden], .Apple-interchange-newline, .sr-only';
const ALLOWED_CLASS = /^(ql-(align|indent|font|size)-[\w-]+|ql-video|ql-pending-image)$/;
const ALLOWED_STYLES = ['font-weight', 'font-style', 'text-decoration', 'text-decoration-line'];
/** Quill reads formats from these attributes. */
const REMOVED_ATTRIBUTES = ['id', 'dir', 'align', 'color', 'bgcolor', 'face', 'size'];

/** Attribute of HTML that was copied in this editor. Pasting it keeps all formats. */
const OWN_ATTRIBUTE = 'data-inkwell';

export function markOwn(html: string): string {
  return `<div ${OWN_ATTRIBUTE}>${html}</div>`;
}

export function isOwn(pasted: Document): boolean {
  return pasted.querySelector(`[${OWN_ATTRIBUTE}]`) !== null;
}

/** Keeps words, structure, links and pictures; removes fonts, sizes, colors and layout. */
export function cleanPasted(doc: Document): void {
  for (const element of doc.querySelectorAll(REMOVED)) element.remove();
  for (const block of doc.querySelectorAll<HTMLElement>('div, pre')) convertCode(block);
  for (const row of doc.querySelectorAll('tr')) convertRow(row);
  for (const link of doc.querySelectorAll('a')) cleanLink(link);
  for (const image of doc.querySelectorAll('img')) {
    const { width, height } = image;
    if (image.hasAttribute('width') && width <= 1 && height <= 1) image.remove();
  }
  for (const element of doc.body.querySelectorAll<HTMLElement>('*')) cleanElement(element);
}

function cleanElement(element: HTMLElement): void {
  const { style } = element;
  const allowed = ALLOWED_STYLES.map((name) => [name, style.getPropertyValue(name)] as const);
  const align = style.textAlign;
  element.removeAttribute('style');
  for (const name of REMOVED_ATTRIBUTES) element.removeAttribute(name);
  element.className = [...element.classList].filter((name) => ALLOWED_CLASS.test(name)).join(' ');
  // Headings are bold anyway, and links are underlined.
  const inHeading = element.closest('h1, h2, h3, h4, h5, h6') !== null;
  const inLink = element.closest('a') !== null;
  for (const [name, value] of allowed) {
    if (value === '' || (name === 'font-weight' && inHeading)) continue;
    if (name.startsWith('text-decoration') && inLink) continue;
    // The value may also contain the color and style of the line.
    const simple = name.startsWith('text-decoration') ? decorationOf(value) : value;
    if (simple) style.setProperty(name.replace('-line', ''), simple);
  }
  if (align === 'center' || align === 'right') element.classList.add(`ql-align-${align}`);
  if (inHeading && /^(B|STRONG)$/.test(element.tagName)) element.replaceWith(...element.childNodes);
}

function decorationOf(value: string): string {
  return /\bline-through\b/.test(value)
    ? 'line-through'
    : /\bunderline\b/.test(value)
      ? 'underline'
      : '';
}

function cleanLink(link: HTMLAnchorElement): void {
  const href = linkUrl(link.getAttribute('href') ?? '') ?? '';
  if (/^(https?:|mailto:|tel:)/i.test(href)) link.setAttribute('href', href);
  // A fragment of the original page, or a script.
  else link.replaceWith(...link.childNodes);
}

/** Converts `pre`, and the blocks of editors such as VS Code: colored spans in a monospace font. */
function convertCode(block: HTMLElement): void {
  const { whiteSpace, fontFamily } = block.style;
  const isCode = whiteSpace.startsWith('pre') && /mono|consol|courier|menlo/i.test(fontFamily);
  if (block.tagName !== 'PRE' && !isCode) return;
  const pre = block.ownerDocument.createElement('pre');
  const lines =
    block.tagName === 'PRE'
      ? block.textContent
      : [...block.children].map((line) => line.textContent).join('\n');
  pre.textContent = (lines || block.textContent || '').replace(/\n$/, '');
  const language = languageIn(block);
  if (language) pre.dataset.language = language;
  block.replaceWith(pre);
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
    for (const block of inner.querySelectorAll('p, div')) block.replaceWith(...block.childNodes);
    paragraph.append(inner);
  }
  const table = row.closest('table');
  if (table) table.before(paragraph);
  row.remove();
}
