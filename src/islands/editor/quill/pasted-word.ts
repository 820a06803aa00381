/** Word marks the number or the bullet of an item with `mso-list:Ignore`. */
const MARKER = /mso-list:\s*ignore/i;
const ITEM = /mso-list:[^;]*\bl(\d+)\s+level(\d+)/i;
const NUMBER = /^\W*(\d+|[a-z]{1,4})[.)]/i;

interface Item {
  paragraph: HTMLElement;
  list: string;
  level: number;
  isOrdered: boolean;
  number: number;
}

/** Converts the paragraphs that Word uses for lists, titles and quotations. */
export function convertWord(doc: Document): void {
  convertLists(doc);
  joinOnlineLists(doc);
  // The numbers of headings.
  for (const marker of doc.querySelectorAll('[style*="mso-list"]')) {
    if (MARKER.test(styleOf(marker))) marker.textContent = `${marker.textContent?.trim()} `;
  }
  for (const title of doc.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const quote of doc.querySelectorAll('p.MsoQuote, p.MsoIntenseQuote')) {
    rename(quote, 'blockquote');
  }
}

/** Browsers drop unknown properties from the object of a style. */
function styleOf(element: Element): string {
  return element.getAttribute('style') ?? '';
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function convertLists(doc: Document): void {
  let list: { element: HTMLElement; id: string } | undefined;
  for (const paragraph of doc.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const item = itemOf(paragraph);
    if (item === null) continue;
    if (list?.id !== item.list || paragraph.previousElementSibling !== list.element) {
      const element = doc.createElement(item.isOrdered ? 'ol' : 'ul');
      if (item.isOrdered && item.number > 1) element.setAttribute('start', String(item.number));
      list = { element, id: item.list };
      paragraph.before(element);
    }
    list.element.append(listItem(item));
    paragraph.remove();
  }
}

function itemOf(paragraph: HTMLElement): Item | null {
  const [, list = '', level = '1'] = ITEM.exec(styleOf(paragraph)) ?? [];
  if (list === '') return null;
  const markers = [...paragraph.querySelectorAll('[style]')].filter((element) =>
    MARKER.test(styleOf(element)),
  );
  const number = NUMBER.exec(markers[0]?.textContent?.trim() ?? '')?.[1];
  for (const marker of markers) marker.remove();
  const isOrdered = number !== undefined && number !== 'o';
  return { paragraph, list, level: Number(level), isOrdered, number: Number(number) || 1 };
}

function listItem({ paragraph, level, isOrdered }: Item): HTMLLIElement {
  const item = paragraph.ownerDocument.createElement('li');
  item.dataset.list = isOrdered ? 'ordered' : 'bullet';
  if (level > 1) item.className = `ql-indent-${Math.min(level - 1, 8)}`;
  item.append(...paragraph.childNodes);
  return item;
}

/** Word in the browser has a list for each item. */
function joinOnlineLists(doc: Document): void {
  for (const wrapper of doc.querySelectorAll('.ListContainerWrapper')) {
    const list = wrapper.querySelector('ul, ol');
    for (const item of list?.querySelectorAll<HTMLElement>('li') ?? []) {
      const level = Number(item.dataset.ariaLevel ?? 1);
      item.dataset.list = list?.tagName === 'OL' ? 'ordered' : 'bullet';
      if (level > 1) item.classList.add(`ql-indent-${Math.min(level - 1, 8)}`);
    }
    const before = wrapper.previousElementSibling;
    if (!list || !before?.matches('.ListContainerWrapper')) continue;
    before.querySelector('ul, ol')?.append(...list.children);
    wrapper.remove();
  }
}
