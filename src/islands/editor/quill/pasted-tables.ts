import { escapeText } from '../../../../api/contract/content/attributes.ts';
import { cellsOfText } from './spreadsheet-text.ts';

/** Tables with these parts are pages or mails that were laid out with a table. */
const PARTS_OF_LAYOUT = 'h1, h2, h3, h4, h5, h6, hr, pre, table, figure';

/**
 * Keeps tables of data, and turns tables that only lay out a page or a mail into the blocks in
 * their cells.
 */
export function convertTables(doc: Document): void {
  // Inner tables come first: one that stays shows that the outer one is for layout.
  for (const table of [...doc.querySelectorAll('table')].reverse()) {
    if (isLayout(table)) unwrap(table);
    else tidy(table);
  }
}

function isLayout(table: HTMLTableElement): boolean {
  if (/^(presentation|none)$/.test(table.getAttribute('role') ?? '')) return true;
  const rows = [...table.rows];
  const hasOneColumn = rows.every(({ cells }) => cells.length < 2);
  if (table.querySelector('th, caption, thead')) return hasOneColumn && rows.length < 2;
  return hasOneColumn || table.querySelector(PARTS_OF_LAYOUT) !== null;
}

function unwrap(table: HTMLTableElement): void {
  const blocks = [...table.querySelectorAll('caption, td, th')].map((cell) => {
    const block = table.ownerDocument.createElement('div');
    block.append(...cell.childNodes);
    return block;
  });
  table.replaceWith(...blocks);
}

function tidy(table: HTMLTableElement): void {
  const rows = [...table.rows];
  for (const row of rows) for (const cell of row.cells) tidyCell(cell);
  const [first] = rows;
  const hasHead = table.querySelector('th') !== null;
  if (first && !hasHead && rows.length > 1 && isBoldRow(first) && !rows.every(isBoldRow)) {
    for (const cell of [...first.cells]) renameToHeader(cell);
    const head = table.createTHead();
    head.append(first);
  }
  for (const cell of table.querySelectorAll('thead th:not([scope])'))
    cell.setAttribute('scope', 'col');
}

/** Paragraphs in a cell are lines of it. */
function tidyCell(cell: HTMLTableCellElement): void {
  const paragraphs = [...cell.querySelectorAll<HTMLElement>('p, div')];
  const aligns = [cell, ...paragraphs].map(
    (element) => element.style.textAlign || element.getAttribute('align') || '',
  );
  const align = aligns.find((value) => /^(center|right)$/.test(value));
  if (align) cell.dataset.align = align;
  for (const { style } of [cell, ...paragraphs]) style.removeProperty('text-align');
}

function isBoldRow({ cells }: HTMLTableRowElement): boolean {
  const shown = [...cells].filter(({ textContent }) => textContent?.trim() !== '');
  return shown.length > 0 && shown.every(isBold);
}

function isBold(cell: HTMLElement): boolean {
  const bold = [cell, ...cell.querySelectorAll<HTMLElement>('*')].filter(
    ({ tagName, style }) =>
      /^(B|STRONG)$/.test(tagName) || /^(bold|[6-9]00)/.test(style.fontWeight),
  );
  return bold.some(({ textContent }) => textContent?.trim() === cell.textContent?.trim());
}

function renameToHeader(cell: HTMLTableCellElement): void {
  const header = cell.ownerDocument.createElement('th');
  for (const { name, value } of cell.attributes) header.setAttribute(name, value);
  header.append(...cell.childNodes);
  cell.replaceWith(header);
}

/** Returns the rows of a spreadsheet's plain text, or null if the text is something else. */
export function rowsOfText(text: string): string[][] | null {
  if (!text.includes('\t')) return null;
  const rows = cellsOfText(text);
  const [first = []] = rows;
  const isEven = rows.every((row) => row.length === first.length);
  // Indented code starts with tabs, too.
  const isTable = rows.filter(([cell = '']) => cell.trim() !== '').length * 2 >= rows.length;
  return rows.length > 1 && first.length > 1 && isEven && isTable ? rows : null;
}

export function tableOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<td>${escapeText(text).replaceAll('\n', '<br>')}</td>`;
  return `<table>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
}
