// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops roles with another `display`
import type { ComponentProps, FocusEvent, ReactNode, RefObject } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { setQuery } from '../tabs.tsx';
import { FilterSelect } from './Filter.tsx';
import type { Direction, ListQuery, Order } from './list-query.ts';
import { SelectAll, SelectRow } from './SelectRow.tsx';
import type { SelectionProps } from './selection.ts';
import type { Item } from './usePagedList.ts';

export interface Column<T, Key extends string> {
  label: string;
  order?: Order<Key>;
  className?: string;
  cell: (item: T, onDelete: () => void) => ReactNode;
}

interface Props<T extends Item, Key extends string> {
  labelledBy: string;
  /** The first one names the row. */
  columns: readonly Column<T, Key>[];
  query: ListQuery<Key>;
  items: readonly T[];
  busy: boolean;
  rows: RefObject<HTMLTableSectionElement | null>;
  onFocus: (event: FocusEvent) => void;
  onDelete: (item: T) => void;
  initialOrder: Key;
  selection?: SelectionProps | undefined;
  /** Rows have many lines: the cells are aligned at the top. */
  isTall?: boolean;
}

const CELL =
  'block min-w-0 @4xl:table-cell @4xl:border-line @4xl:border-b @4xl:px-2.5 @4xl:py-3 @4xl:first:pl-0 @4xl:last:pr-0';

const HEADING =
  'sticky top-16 z-10 h-11 whitespace-nowrap border-line border-b bg-paper px-2.5 text-left font-semibold text-muted text-xs first:pl-0 last:pr-0';

/**
 * A table on wide screens. On narrow ones, each row is a block of lines without column headings.
 */
export function ListTable<T extends Item, Key extends string>(props: Props<T, Key>) {
  const { columns, query, items, selection } = props;
  const ids = items.map(({ _id }) => _id);
  const cellClass = `${CELL} ${props.isTall ? '@4xl:align-top' : '@4xl:align-middle'}`;
  return (
    <table
      role="table"
      aria-labelledby={props.labelledBy}
      aria-busy={props.busy}
      className={`block w-full border-separate border-spacing-0 text-sm transition-opacity @4xl:table ${props.busy ? 'opacity-60' : ''}`}
    >
      <thead role="rowgroup" className="hidden @4xl:table-header-group">
        <tr role="row">
          {selection && (
            <th role="columnheader" scope="col" className={HEADING}>
              <SelectAll ids={ids} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <Heading
              key={column.label}
              column={column}
              query={query}
              initialOrder={props.initialOrder}
            />
          ))}
        </tr>
      </thead>
      <tbody
        role="rowgroup"
        ref={props.rows}
        onFocus={props.onFocus}
        className="block @4xl:table-row-group"
      >
        {items.map((item) => (
          <tr
            key={item._id}
            role="row"
            tabIndex={-1}
            data-id={item._id}
            className="flex scroll-mt-28 scroll-mb-24 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b pt-4 pb-2 focus-visible:-outline-offset-2 @4xl:table-row"
          >
            {selection && (
              <td
                role="cell"
                className={`${cellClass} -order-3 -ml-3 @4xl:ml-0 @4xl:w-px ${props.isTall ? 'self-start' : ''}`}
              >
                <SelectRow id={item._id} ids={ids} selection={selection} />
              </td>
            )}
            {columns.map(({ label, cell, className = '' }, index) => {
              const content = cell(item, () => props.onDelete(item));
              return index === 0 ? (
                <th
                  key={label}
                  role="rowheader"
                  scope="row"
                  className={`${cellClass} mb-1 text-left font-normal ${selection ? 'flex-1 basis-3/4' : 'basis-full'} ${className}`}
                >
                  {content}
                </th>
              ) : (
                <td key={label} role="cell" className={`${cellClass} ${className}`}>
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadingProps<T, Key extends string> {
  column: Column<T, Key>;
  query: ListQuery<Key>;
  initialOrder: Key;
}

function Heading<T, Key extends string>(props: HeadingProps<T, Key>) {
  const { query, initialOrder } = props;
  const { label, order } = props.column;
  const isSorted = order?.by === query.sortBy;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (query.sort === 'asc' ? 'ascending' : 'descending') : undefined}
      className={HEADING}
    >
      {order ? (
        <button
          type="button"
          className={`group -mx-2 inline-flex min-h-11 items-center gap-1 rounded-lg px-2 hover:text-ink focus-visible:-outline-offset-2 ${isSorted ? 'text-ink' : ''}`}
          onClick={() =>
            setOrder(order.by, isSorted ? opposite(query.sort) : order.first, initialOrder)
          }
        >
          {label}
          <Icon
            name="chevron-down"
            size={14}
            className={`${isSorted ? '' : 'opacity-35 group-hover:opacity-70'} ${(isSorted ? query.sort : order.first) === 'asc' ? 'rotate-180' : ''}`}
          />
        </button>
      ) : (
        label
      )}
    </th>
  );
}

interface SelectProps<Key extends string> {
  orders: readonly Order<Key>[];
  query: ListQuery<Key>;
  initial: Key;
}

/** For narrow screens, where the columns have no headings. */
export function OrderSelect<Key extends string>({ orders, query, initial }: SelectProps<Key>) {
  return (
    <FilterSelect
      label="Sort by"
      className="@4xl:hidden"
      value={`${query.sortBy} ${query.sort}`}
      onChange={({ target }) => {
        const [by = '', direction] = target.value.split(' ');
        setOrder(by, direction === 'asc' ? 'asc' : 'desc', initial);
      }}
    >
      {orders.flatMap(({ by, first, ...names }) =>
        [first, opposite(first)].map((direction) => (
          <option key={`${by} ${direction}`} value={`${by} ${direction}`}>
            {names[direction]}
          </option>
        )),
      )}
    </FilterSelect>
  );
}

function opposite(direction: Direction): Direction {
  return direction === 'asc' ? 'desc' : 'asc';
}

/** The default order isn't in the URL. */
function setOrder(sortBy: string, sort: Direction, initial: string): void {
  const isDefault = sortBy === initial;
  setQuery({ sortBy: isDefault ? '' : sortBy, sort: isDefault && sort === 'desc' ? '' : sort });
}

export function DeleteButton({ children, className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <Button {...rest} variant="quiet" small className={`text-danger ${className}`}>
      <Icon name="trash" size={16} />
      {children}
    </Button>
  );
}

interface DateProps {
  label: string;
  date: string;
  /** Shows the label even where the column's heading says the same. */
  shown?: boolean;
}

export function RowDate({ label, date, shown = false }: DateProps) {
  return (
    <p className="whitespace-nowrap text-muted text-xs">
      <span className={shown ? '' : '@4xl:sr-only'}>{label} </span>
      <time dateTime={isoDate(date)}>{shortDate(date)}</time>
    </p>
  );
}
