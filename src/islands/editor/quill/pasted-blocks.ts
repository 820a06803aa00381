import { BLOCKS, DROPPED, INLINE } from '../../../../api/contract/content/elements.ts';

/** Elements of HTML inside a line. Other unknown ones can be blocks. */
const PHRASING = new Set(
  (
    'abbr acronym bdi bdo big blink br button cite data dfn font img input label map mark math meter ' +
    'nobr output picture progress q rb rp rt rtc ruby small source sub sup time track var wbr'
  ).split(' '),
);
const BLOCK_SELECTOR = [...BLOCKS].join(',');
/** In these, two line breaks aren't the end of a paragraph. */
const NO_PARAGRAPHS = 'li, td, th, pre, h1, h2, h3, h4, h5, h6, summary, figcaption, dt, caption';

/** Keeps words apart that a page shows in separate blocks, and finds the items of checklists. */
export function convertBlocks(doc: Document): void {
  separateUnknown(doc);
  separateParagraphs(doc);
  for (const item of doc.querySelectorAll('li')) convertTask(item);
  for (const quote of doc.querySelectorAll('q')) quote.replaceWith('“', ...quote.childNodes, '”');
  for (const reading of doc.querySelectorAll('rt')) {
    const isMarked = reading.previousElementSibling?.tagName === 'RP';
    if (!isMarked) reading.replaceWith('(', ...reading.childNodes, ')');
  }
}

/** Custom and unknown elements are blocks if they're next to blocks, or contain some. */
function separateUnknown(doc: Document): void {
  const containers = new Map<Element, boolean>();
  for (const element of doc.body.querySelectorAll<HTMLElement>('*')) {
    const name = element.localName;
    const isKnown = BLOCKS.has(name) || INLINE.has(name) || PHRASING.has(name) || DROPPED.has(name);
    const parent = element.parentElement;
    if (isKnown || !parent || element.style.display.startsWith('inline')) continue;
    if (!containers.has(parent)) containers.set(parent, isContainer(parent));
    if (containers.get(parent) || element.querySelector(BLOCK_SELECTOR)) wrap(element, 'div');
  }
}

/** Returns whether an element has several elements and no text of its own. */
function isContainer(parent: Element): boolean {
  if (INLINE.has(parent.localName) || /^(P|H[1-6])$/.test(parent.tagName)) return false;
  const isText = ({ nodeType, nodeValue }: Node) =>
    nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '';
  return parent.childElementCount > 1 && ![...parent.childNodes].some(isText);
}

export function wrap(element: Element, tag: string): void {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Two line breaks or more are the end of a paragraph. */
function separateParagraphs(doc: Document): void {
  for (const first of doc.querySelectorAll('br')) {
    const run = runOf(first);
    if (run.length < 2 || first.parentElement?.closest(NO_PARAGRAPHS)) continue;
    const parent = first.parentElement;
    if (parent?.tagName === 'BLOCKQUOTE') wrapLines(parent);
    // An empty block ends the line, also inside formats.
    first.before(doc.createElement('div'));
    for (const one of run) one.remove();
  }
}

/** Returns a line break with those right after it. */
function runOf(first: Element): Element[] {
  const run: Element[] = [];
  let next: Node | null = first;
  for (; next; next = next.nextSibling) {
    if (next.nodeName === 'BR' && next instanceof Element) run.push(next);
    else if (next.nodeType !== Node.TEXT_NODE || /\S/.test(next.nodeValue ?? '')) break;
  }
  return first.isConnected ? run : [];
}

/** Puts the lines directly in a quotation into paragraphs, so that they stay apart. */
function wrapLines(quote: Element): void {
  let line: Element | null = null;
  for (const node of [...quote.childNodes]) {
    if (node instanceof Element && BLOCKS.has(node.localName)) line = null;
    else {
      if (line === null) {
        line = quote.ownerDocument.createElement('p');
        node.before(line);
      }
      line.append(node);
    }
  }
}

const BOX = /^\s*(?:\[([ xX\u00a0])\]|([☐☑☒]))\s+/u;

/** Marks an item with a check box, as GitHub, Google Docs, Notion and Markdown write it. */
function convertTask(item: HTMLLIElement): void {
  const box = item.querySelector<HTMLElement>(
    'input[type="checkbox"], [role="checkbox"], .checkbox-on, .checkbox-off, [data-checked]',
  );
  const own = box?.closest('li') === item ? box : null;
  const state = own ?? item;
  const checked =
    item.ariaChecked ??
    item.dataset.checked ??
    (own instanceof HTMLInputElement ? String(own.hasAttribute('checked')) : null) ??
    state.ariaChecked ??
    state.dataset.checked ??
    (own?.matches('.checkbox-on, .checkbox-off') ? String(own.matches('.checkbox-on')) : null);
  if (checked !== null && checked !== undefined) {
    item.dataset.list = checked === 'true' ? 'checked' : 'unchecked';
    const after = own?.nextSibling;
    // The box is gone, and so is the space after it.
    if (after?.nodeType === Node.TEXT_NODE) after.nodeValue = after.nodeValue?.trimStart() ?? '';
    return;
  }
  const text = firstText(item);
  const [mark, bracket, sign] = BOX.exec(text?.nodeValue ?? '') ?? [];
  if (!text || mark === undefined) return;
  item.dataset.list = /[xX]/.test(bracket ?? '') || (sign ?? '☐') !== '☐' ? 'checked' : 'unchecked';
  text.nodeValue = (text.nodeValue ?? '').slice(mark.length);
}

/** Returns the first text that isn't only white space. */
export function firstText(item: Element): Node | null {
  const walker = item.ownerDocument.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (walker.currentNode.nodeValue?.trim() !== '') return walker.currentNode;
  }
  return null;
}

/** Returns whether a link is the mark next to a heading that links to itself. */
export function isHeadingMark(link: Element): boolean {
  const text = link.textContent?.replace(/[\s\u200b]/g, '') ?? '';
  return /^[#¶§🔗]?$/u.test(text) && link.closest('h1, h2, h3, h4, h5, h6') !== null;
}
