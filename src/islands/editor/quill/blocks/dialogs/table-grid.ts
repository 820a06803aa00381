/** A cell of a table. */
export interface Cell {
  id: number;
  html: string;
  isHeader: boolean;
  /** As stored. Null for a header cell made here: its position then determines it. */
  scope: string | null;
  align: string;
  colspan: number;
  rowspan: number;
}

export interface Grid {
  rows: readonly (readonly Cell[])[];
  /** Number of rows in the head of the table. */
  headRows: number;
}

let lastId = 0;

export function newCell(more: Partial<Omit<Cell, 'id'>> = {}): Cell {
  lastId += 1;
  const plain = { html: '', isHeader: false, scope: null, align: '', colspan: 1, rowspan: 1 };
  return { ...plain, ...more, id: lastId };
}

/** With merged cells, rows and columns can't be added or removed here. */
export function hasMergedCells({ rows }: Grid): boolean {
  return rows.some((row) => row.some(({ colspan, rowspan }) => colspan > 1 || rowspan > 1));
}

/** Gives all rows the same number of cells, unless some are merged. */
export function squared(grid: Grid): Grid {
  if (hasMergedCells(grid)) return grid;
  const columns = columnsOf(grid);
  const rows = grid.rows.map((row) => [
    ...row,
    ...Array.from({ length: columns - row.length }, () => newCell()),
  ]);
  return { ...grid, rows };
}

export function columnsOf({ rows }: Grid): number {
  return Math.max(1, ...rows.map((row) => row.length));
}

export function hasHeadColumn({ rows, headRows }: Grid): boolean {
  const body = rows.slice(headRows);
  return body.length > 0 && body.every(([first]) => first?.isHeader === true);
}

export function withRow(grid: Grid, at: number): Grid {
  const like = grid.rows[Math.min(at, grid.rows.length - 1)] ?? [newCell()];
  const isHead = at < grid.headRows;
  const row = like.map(({ align }, index) =>
    newCell({ align, isHeader: isHead || (index === 0 && hasHeadColumn(grid)) }),
  );
  return {
    rows: grid.rows.toSpliced(at, 0, row),
    headRows: grid.headRows + (isHead ? 1 : 0),
  };
}

export function withoutRow(grid: Grid, at: number): Grid {
  if (grid.rows.length === 1) return grid;
  const headRows = grid.headRows - (at < grid.headRows ? 1 : 0);
  return { rows: grid.rows.toSpliced(at, 1), headRows };
}

export function withColumn(grid: Grid, at: number): Grid {
  const rows = grid.rows.map((row, index) =>
    row.toSpliced(at, 0, newCell({ isHeader: index < grid.headRows })),
  );
  return { ...grid, rows };
}

export function withoutColumn(grid: Grid, at: number): Grid {
  if (columnsOf(grid) === 1) return grid;
  return { ...grid, rows: grid.rows.map((row) => row.toSpliced(at, 1)) };
}

export function withAlign(grid: Grid, column: number, align: string): Grid {
  const rows = grid.rows.map((row) =>
    row.map((cell, index) => (index === column ? { ...cell, align } : cell)),
  );
  return { ...grid, rows };
}

export function withHeadRow(grid: Grid, isHead: boolean): Grid {
  const first = hasHeadColumn(grid);
  const rows = grid.rows.map((row, index) =>
    index > 0 ? row : row.map((cell, n) => withHeader(cell, isHead || (first && n === 0))),
  );
  return { rows, headRows: isHead ? 1 : 0 };
}

export function withHeadColumn(grid: Grid, isHead: boolean): Grid {
  const rows = grid.rows.map((row, index) =>
    index < grid.headRows ? row : row.map((cell, n) => (n === 0 ? withHeader(cell, isHead) : cell)),
  );
  return { ...grid, rows };
}

function withHeader(cell: Cell, isHeader: boolean): Cell {
  return { ...cell, isHeader, scope: null };
}

export function withHtml(grid: Grid, id: number, html: string): Grid {
  const rows = grid.rows.map((row) =>
    row.map((cell) => (cell.id === id ? { ...cell, html } : cell)),
  );
  return { ...grid, rows };
}

/** Returns the first column of each cell. Merged cells of the rows above take up columns, too. */
export function columnsOfCells(
  rows: readonly (readonly { colspan: number; rowspan: number }[])[],
): number[][] {
  /** For each column, how many rows a merged cell still covers, with the current one. */
  const taken: number[] = [];
  return rows.map((row) => {
    let column = 0;
    const columns = row.map(({ colspan, rowspan }) => {
      while ((taken[column] ?? 0) > 0) column += 1;
      const first = column;
      for (; column < first + colspan; column += 1) taken[column] = rowspan;
      return first;
    });
    for (let n = 0; n < taken.length; n += 1) taken[n] = (taken[n] ?? 0) - 1;
    return columns;
  });
}

/** Returns whether the cells to the right of a cell are empty, as far as `columns` cells reach. */
export function isFree(grid: Grid, row: number, column: number, columns: number): boolean {
  const next = grid.rows[row]?.slice(column + 1, column + columns) ?? [];
  return next.every(({ html }) => html === '');
}

/** Fills cells from a place on with pasted ones. Adds rows and columns that are missing. */
export function withPasted(grid: Grid, row: number, column: number, texts: string[][]): Grid {
  let filled = grid;
  while (filled.rows.length < row + texts.length) filled = withRow(filled, filled.rows.length);
  const width = Math.max(...texts.map((line) => line.length));
  while (columnsOf(filled) < column + width) filled = withColumn(filled, columnsOf(filled));
  const rows = filled.rows.map((cells, y) =>
    cells.map((cell, x) => {
      const html = texts[y - row]?.[x - column];
      // A new id makes it show the text.
      return html === undefined ? cell : { ...newCell(cell), html };
    }),
  );
  return { ...filled, rows };
}

/** Returns the table as it's stored. */
export function gridHtml({ rows, headRows }: Grid, caption: string): string {
  const rowHtml = (row: readonly Cell[], scope: string) =>
    `<tr>${row.map((cell) => cellHtml(cell, scope)).join('')}</tr>`;
  const head = rows.slice(0, headRows).map((row) => rowHtml(row, 'col'));
  const body = rows.slice(headRows).map((row) => rowHtml(row, 'row'));
  return (
    `<table><caption>${caption}</caption>` +
    `<thead>${head.join('')}</thead><tbody>${body.join('')}</tbody></table>`
  );
}

function cellHtml(cell: Cell, ofPlace: string) {
  const { html, isHeader, align, colspan, rowspan } = cell;
  const scope = cell.scope ?? ofPlace;
  const attributes = [
    isHeader && scope !== '' ? ` scope="${scope}"` : '',
    colspan > 1 ? ` colspan="${colspan}"` : '',
    rowspan > 1 ? ` rowspan="${rowspan}"` : '',
    align === '' ? '' : ` data-align="${align}"`,
  ];
  const tag = isHeader ? 'th' : 'td';
  return `<${tag}${attributes.join('')}>${html}</${tag}>`;
}
