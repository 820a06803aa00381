import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { BLOCKS } from '../../../../../../api/contract/content/elements.ts';
import type { BlockDialogProps } from '../dialog-props.ts';
import { elementIn, innerHtml } from './field-html.ts';
import { pastedCells } from './pasted-cells.ts';
import { RichField } from './RichField.tsx';
import { RichTools } from './RichTools.tsx';
import { TableTools } from './TableTools.tsx';
import {
  type Cell,
  columnsOfCells,
  type Grid,
  gridHtml,
  hasMergedCells,
  isFree,
  newCell,
  squared,
  withHtml,
  withPasted,
  withRow,
} from './table-grid.ts';
import { useBlockValue } from './useBlockValue.ts';

interface Place {
  row: number;
  column: number;
}

const HAS_BLOCKS = new RegExp(`<(?:${[...BLOCKS].join('|')})\\b`);

export function TableDialog({ html, onChange }: BlockDialogProps) {
  const [{ grid, caption }, show] = useBlockValue(
    () => ({ grid: gridOf(html), caption: innerHtml(html, 'caption') }),
    (value) => gridHtml(value.grid, value.caption),
    onChange,
  );
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const table = useRef<HTMLTableElement>(null);
  const tools = useRef<HTMLFieldSetElement>(null);
  /** The last paste, which undo in the fields doesn't cover. */
  const [paste, setPaste] = useState<{ before: Grid; after: Grid } | null>(null);
  const undoPaste = paste?.after === grid ? () => change(paste.before, place) : null;
  const columns = columnsOfCells(grid.rows);
  const focus = ({ row, column }: Place) =>
    table.current?.rows[row]?.cells[column]?.querySelector<HTMLElement>('.rich-field')?.focus();
  const goTo = useFocusAfterChange(focus);

  /** Shows a grid, and moves the cursor to a cell, or to its neighbor if the cell is gone. */
  const change = (next: Grid, { row, column }: Place) => {
    show({ grid: next });
    const y = Math.min(row, next.rows.length - 1);
    goTo({ row: y, column: Math.min(column, (next.rows[y]?.length ?? 1) - 1) });
  };
  const addRow = (column: number) =>
    change(withRow(grid, grid.rows.length), { row: grid.rows.length, column });
  const goDown = ({ row, column }: Place) => {
    if (row + 1 < grid.rows.length) focus({ row: row + 1, column });
    else if (!hasMergedCells(grid)) addRow(column);
  };
  const onTab = useTabAtEnd(grid, () => addRow(0));
  const onKey = (event: KeyboardEvent, at: Place) => {
    // Alt+F10: Shift+Tab would lead through other cells, and the buttons act on the last one
    // focused.
    if (event.key === 'F10' && event.altKey) tools.current?.querySelector('button')?.focus();
    else onTab(event, at);
  };
  const onPaste = (event: ClipboardEvent, at: Place) => {
    if (hasMergedCells(grid)) return;
    const pasted = pastedCells(event.clipboardData, (columns) =>
      isFree(grid, at.row, at.column, columns),
    );
    if (!pasted) return;
    event.preventDefault();
    event.stopPropagation();
    const fill = (texts: string[][]) => {
      show((now) => {
        const after = withPasted(now.grid, at.row, at.column, texts);
        setPaste({ before: now.grid, after });
        return { grid: after };
      });
      goTo(at);
    };
    if (pasted instanceof Promise) void pasted.then(fill);
    else fill(pasted);
  };
  const cellOf = (cell: Cell, at: Place) => (
    <td
      key={cell.id}
      colSpan={cell.colspan}
      rowSpan={cell.rowspan}
      data-align={cell.align || undefined}
      className={cell.isHeader ? 'bg-sunken font-semibold' : undefined}
      onFocus={() => setPlace(at)}
      onKeyDown={(event) => onKey(event, at)}
      onPasteCapture={(event) => onPaste(event, at)}
    >
      <RichField
        label={`Row ${at.row + 1}, column ${(columns[at.row]?.[at.column] ?? 0) + 1}`}
        html={cell.html}
        onChange={(next) => show((now) => ({ grid: withHtml(now.grid, cell.id, next) }))}
        isLine={!HAS_BLOCKS.test(cell.html)}
        autoFocus={at.row === 0 && at.column === 0}
        onEnter={() => goDown(at)}
      />
    </td>
  );
  return (
    <RichTools isLine>
      <TableTools
        ref={tools}
        grid={grid}
        place={place}
        onChange={(next) => show({ grid: next })}
        onMove={change}
      />
      <p className="field-label mt-3">Caption (optional)</p>
      <RichField
        label="Caption"
        html={caption}
        onChange={(next) => show({ caption: next })}
        isLine
        onEnter={() => focus({ row: 0, column: 0 })}
      />
      <PasteStatus undo={undoPaste} />
      <div className="mt-3 overflow-x-auto">
        <table
          ref={table}
          className="table-grid"
          onKeyDownCapture={(event) => {
            if (!isUndo(event) || !undoPaste) return;
            event.preventDefault();
            event.stopPropagation();
            undoPaste();
          }}
        >
          <tbody>
            {grid.rows.map((row, y) => (
              <tr key={row[0]?.id ?? y}>
                {row.map((cell, x) => cellOf(cell, { row: y, column: x }))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </RichTools>
  );
}

/** `undo` reverts the last paste. Null if there's none. */
function PasteStatus({ undo }: { undo: (() => void) | null }) {
  return (
    <p role="status" className="mt-3 text-sm empty:hidden">
      {undo && (
        <>
          Cells pasted.{' '}
          <button type="button" className="link" onClick={undo}>
            Undo
          </button>
        </>
      )}
    </p>
  );
}

function isUndo({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key === 'z';
}

/** Returns a function that moves the focus after the next render, once the cell exists. */
function useFocusAfterChange(focus: (place: Place) => void) {
  const next = useRef<Place | null>(null);
  useEffect(() => {
    if (next.current) focus(next.current);
    next.current = null;
  });
  return (place: Place) => {
    next.current = place;
  };
}

/**
 * Makes Tab in the last cell add a row. While that row is empty, Tab goes on to the buttons
 * instead, so that keyboard users can leave the table.
 */
function useTabAtEnd(grid: Grid, addRow: () => void) {
  const added = useRef(0);
  return (event: KeyboardEvent, { row, column }: Place) => {
    const cells = grid.rows[row] ?? [];
    const isEnd = row === grid.rows.length - 1 && column === cells.length - 1;
    if (event.key !== 'Tab' || event.shiftKey || event.defaultPrevented || !isEnd) return;
    const isAdded = grid.rows.length === added.current && cells.every(({ html }) => html === '');
    if (isAdded || hasMergedCells(grid)) return;
    event.preventDefault();
    added.current = grid.rows.length + 1;
    addRow();
  };
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
