import { describe, expect, it } from 'vitest';
import { sanitize } from '../../../api/content/sanitize.ts';
import {
  columnsOf,
  columnsOfCells,
  type Grid,
  gridHtml,
  hasHeadColumn,
  isFree,
  newCell,
  squared,
  withAlign,
  withColumn,
  withHeadColumn,
  withHeadRow,
  withoutColumn,
  withoutRow,
  withPasted,
  withRow,
} from '../../../src/islands/editor/quill/blocks/dialogs/table-grid.ts';
import { cellsOfText } from '../../../src/islands/editor/quill/spreadsheet-text.ts';

const gridOf = (rows: string[][], headRows = 0): Grid => ({
  rows: rows.map((row, y) => row.map((html) => newCell({ html, isHeader: y < headRows }))),
  headRows,
});
const texts = ({ rows }: Grid) => rows.map((row) => row.map(({ html }) => html));
const stored = (grid: Grid) => sanitize(gridHtml(grid, ''));

describe('the grid of a table', () => {
  const grid = gridOf(
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    1,
  );

  it('is stored with head, body and scopes', () => {
    expect(stored(withHeadColumn(withAlign(grid, 1, 'right'), true))).toBe(
      '<table><thead><tr><th scope="col">a</th><th scope="col" data-align="right">b</th></tr></thead>' +
        '<tbody><tr><th scope="row">c</th><td data-align="right">d</td></tr></tbody></table>',
    );
  });

  it('keeps the scopes of headers that are not changed', () => {
    const header = (html: string, scope: string) => newCell({ html, isHeader: true, scope });
    const rows = [
      [header('a', 'colgroup'), header('b', '')],
      [newCell({ html: 'c' }), newCell()],
    ];
    expect(stored({ rows, headRows: 1 })).toContain('<th scope="colgroup">a</th><th>b</th>');
    expect(stored(withHeadRow({ rows, headRows: 1 }, true))).toContain(
      '<th scope="col">a</th><th scope="col">b</th>',
    );
  });

  it('gets and loses rows and columns', () => {
    expect(texts(withRow(grid, 2))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['', ''],
    ]);
    expect(withRow(grid, 0).headRows).toBe(2);
    expect(texts(withoutRow(grid, 0))).toEqual([['c', 'd']]);
    expect(withoutRow(grid, 0).headRows).toBe(0);
    expect(texts(withColumn(grid, 1))).toEqual([
      ['a', '', 'b'],
      ['c', '', 'd'],
    ]);
    expect(withColumn(grid, 1).rows[0]?.every(({ isHeader }) => isHeader)).toBe(true);
    expect(texts(withoutColumn(grid, 0))).toEqual([['b'], ['d']]);
    const single = gridOf([['a']]);
    expect(withoutRow(single, 0)).toBe(single);
    expect(withoutColumn(single, 0)).toBe(single);
  });

  it('turns its first row and column into headers and back', () => {
    const plain = withHeadRow(grid, false);
    expect(plain.rows[0]?.some(({ isHeader }) => isHeader)).toBe(false);
    expect(hasHeadColumn(withHeadColumn(plain, true))).toBe(true);
    expect(withHeadRow(withHeadColumn(plain, true), true).headRows).toBe(1);
  });

  it('is filled with pasted cells, and grows for them', () => {
    const filled = withPasted(grid, 1, 1, [
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(texts(filled)).toEqual([
      ['a', 'b', ''],
      ['c', '1', '2'],
      ['', '3', '4'],
    ]);
    const ids = filled.rows.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(9);
  });

  it('has a free row if nothing is to the right of a cell', () => {
    const row = gridOf([['a', '', 'b']]);
    expect(isFree(row, 0, 0, 2)).toBe(true);
    expect(isFree(row, 0, 0, 3)).toBe(false);
    expect(isFree(row, 0, 2, 5)).toBe(true);
  });

  it('has rows of the same length, unless cells are merged', () => {
    expect(columnsOf(squared(gridOf([['a'], ['b', 'c']])))).toBe(2);
    const merged: Grid = { rows: [[newCell({ colspan: 2 })], [newCell(), newCell()]], headRows: 0 };
    expect(squared(merged)).toBe(merged);
  });
});

describe('cells that spreadsheets copy', () => {
  it.each([
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\r\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\t\tb', [['a', '', 'b']]],
    ['\ta\n\nb\t', [['', 'a'], [''], ['b', '']]],
    ['"a\nb"\t"say ""x"""', [['a\nb', 'say "x"']]],
    ['"a" b\tc', [['"a" b', 'c']]],
    ['5"\t6"', [['5"', '6"']]],
    ['"a\r\nb"\tc\t\r\n', [['a\nb', 'c', '']]],
  ])('%j are read', (text, cells) => {
    expect(cellsOfText(text)).toEqual(cells);
  });

  it('finds the columns of cells next to merged ones', () => {
    const cell = (colspan = 1, rowspan = 1) => ({ colspan, rowspan });
    const rows = [[cell(1, 3), cell(2), cell()], [cell(1, 2), cell(), cell()], [cell()], [cell()]];
    expect(columnsOfCells(rows)).toEqual([[0, 1, 3], [1, 2, 3], [2], [0]]);
  });
});
