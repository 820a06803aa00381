import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { counted } from '../../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Loaded, NextPage } from '../../ui/Loaded.tsx';
import { EmptyState } from '../../ui/list-states.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { setQuery } from '../tabs.tsx';
import { FilterBox, FoldedFilters } from './Filter.tsx';
import { type Column, ListTable, OrderSelect } from './ListTable.tsx';
import { type ListQuery, useListQuery } from './list-query.ts';
import type { SelectionProps } from './selection.ts';
import { type Deletion, useDeletion } from './useDeletion.ts';
import { type Item, type ListSource, usePagedList } from './usePagedList.ts';

interface Props<T extends Item, Key extends string> {
  title: string;
  action?: ReactNode;
  noun: { one: string; many: string };
  source: ListSource<T, Key>;
  columns: readonly Column<T, Key>[];
  /** The classes of the pictures in its rows while it loads. */
  picture: string;
  filterPlaceholder: string;
  filters?: Filters;
  moreLabel: string;
  /** `text` and `action` suggest the next step while the site has no such items. */
  empty: { title: string; text: string; action?: ReactNode };
  /** The order without a choice, newest first. Default: `createdAt`. */
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

interface Filters {
  /** From the URL. */
  values: Record<string, string>;
  controls: ReactNode;
  /** On phones, a button shows them. */
  isFolded?: true;
}

const LIST_TITLE_ID = 'list-title';

/** Moves the focus to the list's heading, for buttons that disappear when they're pressed. */
export function focusListTitle(): void {
  document.getElementById(LIST_TITLE_ID)?.focus({ preventScroll: true });
}

/**
 * A list of the dashboard: search, filters and order, nine rows a page, a dialog before deleting.
 */
export function ManagedList<T extends Item, Key extends string>(props: Props<T, Key>) {
  const { title, noun, filters, columns, deletion } = props;
  const orders = columns.flatMap(({ order }) => order ?? []);
  const initialOrder = props.initialOrder ?? ('createdAt' as Key);
  const query = useListQuery(orders, initialOrder);
  const loaded = usePagedList(props.source, query);
  const { items, total } = loaded;
  const rows = useRef<HTMLTableSectionElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { target, ask, cancel, confirm } = useDeletion(loaded, deletion, rows, heading);
  const noteFocus = useFocusKept(heading, items);
  const active = Object.values(filters?.values ?? {}).filter((value) => value !== '').length;
  const isFiltered = query.searchTerm !== '' || active > 0;
  const order = orders.find(({ by }) => by === query.sortBy)?.[query.sort];
  const isFolded = filters?.isFolded === true;

  return (
    <section aria-labelledby={LIST_TITLE_ID} className="@container max-w-6xl">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 id={LIST_TITLE_ID} ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h1>
        {props.action}
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <FilterBox
          label={`Filter ${noun.many}`}
          placeholder={props.filterPlaceholder}
          term={query.searchTerm}
          isShort={isFolded}
        />
        <FoldedFilters isFolded={isFolded} active={active}>
          {filters?.controls}
          <OrderSelect orders={orders} query={query} initial={initialOrder} />
        </FoldedFilters>
      </div>
      <p role="status" className="mt-3 mb-2 min-h-[1.5em] text-muted text-sm">
        {loaded.isSuccess && (items.length > 0 || isFiltered) && (
          <>
            {/* An empty list says it once more, larger. */}
            <span className={total === 0 ? 'sr-only' : ''}>
              {countText(items.length, total, noun, isFiltered)}
            </span>
            <span className="sr-only">. {order}</span>
          </>
        )}
      </p>
      <Loaded
        query={loaded}
        skeleton={<RowsSkeleton count={9} picture={props.picture} />}
        title={`The ${noun.many} couldn't be loaded`}
      >
        {() =>
          items.length === 0 && !loaded.hasNextPage ? (
            <Empty {...props} query={query} isFiltered={isFiltered} />
          ) : (
            <>
              <ListTable
                labelledBy={LIST_TITLE_ID}
                columns={columns}
                query={query}
                initialOrder={initialOrder}
                selection={props.selection?.props}
                items={items}
                busy={loaded.isPlaceholderData}
                rows={rows}
                onFocus={noteFocus}
                onDelete={ask}
              />
              <NextPage query={loaded} label={props.moreLabel} noun={noun.many} list={rows} />
            </>
          )
        }
      </Loaded>
      {/* Below the list, so that it can stick to the bottom edge while the list scrolls. */}
      {props.selection?.bar(items)}
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
    </section>
  );
}

/** Moves the focus to the heading when a refreshed list lacks the row that had it. */
function useFocusKept(heading: RefObject<HTMLElement | null>, items: readonly Item[]) {
  const last = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks after every change of the rows
  useEffect(() => {
    const isLost = last.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) heading.current?.focus({ preventScroll: true });
    if (last.current?.isConnected === false) last.current = null;
  }, [heading, items]);
  return ({ target }: FocusEvent) => {
    last.current = target;
  };
}

interface EmptyProps<T extends Item, Key extends string>
  extends Pick<Props<T, Key>, 'empty' | 'noun' | 'filters'> {
  query: ListQuery<Key>;
  isFiltered: boolean;
}

function Empty<T extends Item, Key extends string>(props: EmptyProps<T, Key>) {
  const { empty, noun, query, filters } = props;
  if (!props.isFiltered) {
    return (
      <EmptyState title={empty.title} text={empty.text}>
        {empty.action}
      </EmptyState>
    );
  }
  const clear = () => {
    const names = ['q', ...Object.keys(filters?.values ?? {})];
    setQuery(Object.fromEntries(names.map((name) => [name, ''])));
    focusListTitle();
  };
  const criterion = query.searchTerm === '' ? 'these filters' : `“${query.searchTerm}”`;
  return (
    <EmptyState title={empty.title} text={`No ${noun.many} match ${criterion}.`}>
      <Button variant="secondary" onClick={clear}>
        Clear filters
      </Button>
    </EmptyState>
  );
}

/** "9 of 24 posts", "1 user found" */
function countText(
  shown: number,
  total: number,
  noun: { one: string; many: string },
  isFiltered: boolean,
): string {
  const all = counted(total, noun.one, noun.many);
  return `${shown < total ? `${shown} of ` : ''}${all}${isFiltered ? ' found' : ''}`;
}
