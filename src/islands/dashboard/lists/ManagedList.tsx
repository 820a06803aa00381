import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { type FrameProps, focusListTitle, LIST_TITLE_ID, ListFrame } from './ListFrame.tsx';
import { type Column, ListTable, OrderSelect } from './ListTable.tsx';
import { useListQuery } from './list-query.ts';
import type { SelectionProps } from './selection.ts';
import { type Deletion, useDeletion } from './useDeletion.ts';
import { type Item, type ListSource, usePagedList } from './usePagedList.ts';

interface Props<T extends Item, Key extends string> extends FrameProps {
  source: ListSource<T, Key>;
  columns: readonly Column<T, Key>[];
  /** The classes of the pictures in its rows while it loads. */
  picture: string;
  isTall?: boolean;
  /** The order until the user chooses one, newest first. Default: `createdAt`. */
  initialOrder?: Key;
  /** Rows that can be chosen, and what to do with them. */
  selection?: { props: SelectionProps; bar: (items: readonly T[]) => ReactNode };
  deletion: Deletion<T> & {
    question: string;
    yes?: string;
    no?: string;
    explain: (item: T) => ReactNode;
  };
}

/**
 * A list of the dashboard as a table: search, filters and order, nine rows a page, a dialog before
 * deleting.
 */
export function ManagedList<T extends Item, Key extends string>({
  source,
  columns,
  picture,
  isTall = false,
  initialOrder = 'createdAt' as Key,
  selection,
  deletion,
  ...frame
}: Props<T, Key>) {
  const orders = columns.flatMap(({ order }) => order ?? []);
  const query = useListQuery(orders, initialOrder);
  const loaded = usePagedList(source, query);
  const { items } = loaded;
  const rows = useRef<HTMLTableSectionElement>(null);
  const { target, ask, cancel, confirm } = useDeletion(loaded, deletion, rows);
  const noteFocus = useFocusKept(items);
  return (
    <ListFrame
      {...frame}
      loaded={loaded}
      searchTerm={query.searchTerm}
      orderSelect={
        orders.length > 0 && <OrderSelect orders={orders} query={query} initial={initialOrder} />
      }
      order={orders.find(({ by }) => by === query.sortBy)?.[query.sort]}
      skeleton={<RowsSkeleton count={9} picture={picture} />}
      list={rows}
      below={
        <>
          {/* Below the list, so that it can stick to the bottom edge while the list scrolls. */}
          {selection?.bar(items)}
          <ConfirmDialog
            open={target !== null}
            title={deletion.question}
            yes={deletion.yes}
            no={deletion.no}
            onConfirm={confirm}
            onClose={cancel}
          >
            {target && deletion.explain(target)}
          </ConfirmDialog>
        </>
      }
    >
      <ListTable
        labelledBy={LIST_TITLE_ID}
        columns={columns}
        query={query}
        initialOrder={initialOrder}
        selection={selection?.props}
        items={items}
        busy={loaded.isPlaceholderData}
        isTall={isTall}
        rows={rows}
        onFocus={noteFocus}
        onDelete={ask}
      />
    </ListFrame>
  );
}

/** Moves the focus to the heading when a refreshed list lacks the row that had it. */
function useFocusKept(items: readonly Item[]) {
  const last = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks after every change of the rows
  useEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) focusListTitle();
    if (last.current?.isConnected === false) last.current = null;
  }, [items]);
  return ({ target }: FocusEvent) => {
    last.current = target;
  };
}
