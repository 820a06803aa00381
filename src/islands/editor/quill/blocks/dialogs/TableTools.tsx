import type { Ref } from 'react';
import {
  columnsOf,
  type Grid,
  hasHeadColumn,
  hasMergedCells,
  withAlign,
  withColumn,
  withHeadColumn,
  withHeadRow,
  withoutColumn,
  withoutRow,
  withRow,
} from './table-grid.ts';

interface Props {
  ref: Ref<HTMLFieldSetElement>;
  grid: Grid;
  /** The cell with the cursor. */
  place: { row: number; column: number };
  onChange: (grid: Grid) => void;
  /** Like `onChange`, and then moves the cursor. */
  onMove: (grid: Grid, to: { row: number; column: number }) => void;
}

/** The tools that change the rows and columns around the cell with the cursor. */
export function TableTools({ ref, grid, place, onChange, onMove }: Props) {
  const { row, column } = place;
  if (hasMergedCells(grid)) {
    return (
      <p className="mt-3 text-soft text-sm">
        This table has merged cells. You can edit their text here. To change rows or columns, edit
        the HTML.
      </p>
    );
  }
  const align = grid.rows[row]?.[column]?.align ?? '';
  return (
    <fieldset
      ref={ref}
      aria-label="Rows and columns"
      aria-keyshortcuts="Alt+F10"
      className="mt-2 flex flex-wrap items-center gap-1"
    >
      <Tool name="Row above" onClick={() => onMove(withRow(grid, row), place)} />
      <Tool
        name="Row below"
        onClick={() => onMove(withRow(grid, row + 1), { row: row + 1, column })}
      />
      <Tool
        name="Remove row"
        disabled={grid.rows.length === 1}
        onClick={() => onMove(withoutRow(grid, row), place)}
      />
      <Tool name="Column before" onClick={() => onMove(withColumn(grid, column), place)} />
      <Tool
        name="Column after"
        onClick={() => onMove(withColumn(grid, column + 1), { row, column: column + 1 })}
      />
      <Tool
        name="Remove column"
        disabled={columnsOf(grid) === 1}
        onClick={() => onMove(withoutColumn(grid, column), place)}
      />
      <label className="flex items-center gap-2 whitespace-nowrap px-2 text-sm">
        Align column
        <select
          className="field py-1 text-sm"
          value={align}
          onChange={({ target }) => onChange(withAlign(grid, column, target.value))}
        >
          <option value="">Default</option>
          <option value="left">Left</option>
          <option value="center">Center</option>
          <option value="right">Right</option>
        </select>
      </label>
      <Check
        name="Header row"
        checked={grid.headRows > 0}
        onChange={(isHead) => onChange(withHeadRow(grid, isHead))}
      />
      <Check
        name="Header column"
        checked={hasHeadColumn(grid)}
        onChange={(isHead) => onChange(withHeadColumn(grid, isHead))}
      />
    </fieldset>
  );
}

interface ToolProps {
  name: string;
  disabled?: boolean;
  onClick: () => void;
}

function Tool({ name, disabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small"
      aria-disabled={disabled || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={disabled ? undefined : onClick}
    >
      {name}
    </button>
  );
}

interface CheckProps {
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Check({ name, checked, onChange }: CheckProps) {
  return (
    <label className="flex min-h-9 items-center gap-2 px-2 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {name}
    </label>
  );
}
