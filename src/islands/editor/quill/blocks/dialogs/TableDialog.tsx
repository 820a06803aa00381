import { useEffect, useRef, useState } from 'react';
import { escapeText } from '../../../../../../api/contract/content/attributes.ts';
import { cellsOfText } from '../../spreadsheet-text.ts';
import type { BlockDialogProps } from '../dialog-props.ts';
import { DialogButtons } from './DialogButtons.tsx';
import { elementIn, fieldHtml, innerHtml } from './field-html.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';
import { TableTools } from './TableTools.tsx';
import {
  type Cell,
  type Grid,
  gridHtml,
  newCell,
  squared,
  withPasted,
  withRow,
} from './table-grid.ts';

type Field = { current: HTMLElement | null };

export function TableDialog({ html, onSave, onClose }: BlockDialogProps) {
  const [grid, setGrid] = useState(() => gridOf(html));
  const [place, setPlace] = useState({ row: 0, column: 0 });
  const caption = useRef<HTMLElement>(null);
  const fields = useRef(new Map<number, Field>());
  const moved = useRef<{ row: number; column: number } | null>(null);

  const fieldOf = ({ id }: Cell): Field => {
    const known = fields.current.get(id) ?? { current: null };
    fields.current.set(id, known);
    return known;
  };
  const focus = (row: number, column: number) => {
    const cell = grid.rows[row]?.[column];
    if (cell) fieldOf(cell).current?.focus();
  };
  // After the new row is there.
  useEffect(() => {
    if (moved.current) focus(moved.current.row, moved.current.column);
    moved.current = null;
  });
  const htmlOf = (cell: Cell) => {
    const field = fieldOf(cell).current;
    return field ? fieldHtml(field) : cell.html;
  };
  /** React may create fields again, so the cells take over what was typed. */
  const change = (next: Grid) => {
    const rows = next.rows.map((row) =>
      row.map((cell) => (fields.current.has(cell.id) ? { ...cell, html: htmlOf(cell) } : cell)),
    );
    setGrid({ ...next, rows });
  };
  const goDown = (row: number, column: number) => {
    if (row + 1 < grid.rows.length) return focus(row + 1, column);
    moved.current = { row: row + 1, column };
    change(withRow(grid, row + 1));
  };
  const paste = (row: number, column: number) => (data: DataTransfer) => {
    const text = data.getData('text/plain');
    const isCells = text.includes('\t') || /<table\b/i.test(data.getData('text/html'));
    if (!isCells) return false;
    const texts = cellsOfText(text).map((line) =>
      line.map((cell) => escapeText(cell).replaceAll('\n', '<br>')),
    );
    // A single one is text for the middle of a cell.
    if (texts.length === 1 && texts[0]?.length === 1) return false;
    moved.current = { row, column };
    change(withPasted(grid, row, column, texts));
    return true;
  };
  const save = () =>
    onSave(gridHtml(grid, caption.current ? fieldHtml(caption.current) : '', htmlOf));
  return (
    <>
      <RichTools isLine>
        <TableTools grid={grid} place={place} onChange={change} />
        <p className="field-label mt-3">Caption (optional)</p>
        <RichField
          label="Caption"
          html={innerHtml(html, 'caption')}
          field={caption}
          isLine
          onEnter={() => focus(0, 0)}
        />
        <div className="mt-3 overflow-x-auto">
          <table className="table-grid">
            <tbody>
              {grid.rows.map((row, y) => (
                <tr key={row[0]?.id ?? y}>
                  {row.map((cell, x) => (
                    <td
                      key={cell.id}
                      colSpan={cell.colspan}
                      rowSpan={cell.rowspan}
                      data-align={cell.align || undefined}
                      className={cell.isHeader ? 'bg-sunken font-semibold' : undefined}
                    >
                      <RichField
                        label={`Row ${y + 1}, column ${x + 1}`}
                        html={cell.html}
                        field={fieldOf(cell)}
                        isLine
                        autoFocus={y === 0 && x === 0}
                        onEnter={() => goDown(y, x)}
                        onFocus={() => setPlace({ row: y, column: x })}
                        onPasteData={paste(y, x)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </RichTools>
      <DialogButtons onSave={save} onClose={onClose} />
    </>
  );
}

function gridOf(html: string): Grid {
  const table = elementIn(html, 'table');
  const rows = table instanceof HTMLTableElement ? [...table.rows] : [];
  const cells = rows.map((row) =>
    [...row.cells].map((cell) =>
      newCell({
        html: cell.innerHTML,
        isHeader: cell.localName === 'th',
        scope: cell.getAttribute('scope') ?? '',
        align: cell.dataset.align ?? '',
        colspan: cell.colSpan,
        rowspan: cell.rowSpan,
      }),
    ),
  );
  const headRows = rows.filter((row) => row.parentElement?.localName === 'thead').length;
  return squared({ rows: cells, headRows });
}
