import { escapeText } from '../../../../../../api/contract/content/attributes.ts';
import { writeContent } from '../../../../../../api/contract/content/write.ts';
import { fieldHtml, oneLine } from '../../field-content.ts';
import { cleanPasted } from '../../pasted.ts';
import { cellsOfMarkdownTable } from '../../pasted-markdown.ts';
import { cellsOfText } from '../../spreadsheet-text.ts';
import { readStored } from '../../stored/read.ts';
import { parseTree, treeOf } from '../../stored/tree.ts';
import { columnsOfCells } from './table-grid.ts';

/**
 * Returns the rows of a table on the clipboard, as the HTML of their cells: from a page, a
 * spreadsheet or Markdown. `null` if there's other content, or only one cell. One line with tabs
 * may be a sentence: it's a row only if `isFree` says that it replaces nothing in the cells to the
 * right.
 */
export function pastedCells(
  data: DataTransfer,
  isFree: (columns: number) => boolean,
): string[][] | Promise<string[][]> | null {
  const text = data.getData('text/plain').replace(/\r?\n$/, '');
  const table = onlyTable(data.getData('text/html'));
  if (table) return moreThanOne(cellsOfTable(table));
  if (text.includes('\t')) {
    const lines = (cell: string) => escapeText(cell).replaceAll('\n', '<br>');
    const rows = cellsOfText(text).map((row) => row.map(lines));
    const isRow = rows.length > 1 || isFree(rows[0]?.length ?? 0);
    return isRow ? moreThanOne(rows) : null;
  }
  const cells = cellsOfMarkdownTable(text);
  return cells && cellsOfMarkdown(text, cells);
}

function moreThanOne(rows: string[][]): string[][] | null {
  return rows.flat().length > 1 ? rows : null;
}

/** Returns the table if the HTML has no other content. */
function onlyTable(html: string): HTMLTableElement | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const table = body.querySelector('table');
  const isAll = table?.textContent?.trim() === body.textContent?.trim();
  return isAll && table?.querySelector('table') === null ? table : null;
}

function cellsOfTable(table: HTMLTableElement): string[][] {
  const rows = [...table.rows].map(({ cells }) =>
    [...cells].map((cell) => ({ cell, colspan: cell.colSpan, rowspan: cell.rowSpan })),
  );
  const columns = columnsOfCells(rows);
  return rows.map((row, y) => {
    const texts: string[] = [];
    for (const [x, { cell }] of row.entries()) texts[columns[y]?.[x] ?? x] = lineOf(cell);
    // Places that a merged cell covers are empty.
    return Array.from(texts, (text) => text ?? '');
  });
}

function lineOf(cell: HTMLTableCellElement): string {
  const doc = new DOMParser().parseFromString(cell.innerHTML, 'text/html');
  cleanPasted(doc);
  for (const image of doc.querySelectorAll('img')) image.replaceWith(image.alt);
  const ops = readStored(writeContent(treeOf(doc.body)), { parse: parseTree });
  return fieldHtml(oneLine(ops, parseTree), parseTree);
}

/** Returns `cells` as text if the code for Markdown can't be loaded, or finds other content. */
async function cellsOfMarkdown(text: string, cells: string[][]): Promise<string[][]> {
  const converter = await import('../../pasted-markdown-html.ts').catch(() => null);
  const table = converter && onlyTable(converter.markdownToHtml(text));
  return table ? cellsOfTable(table) : cells.map((row) => row.map(escapeText));
}
