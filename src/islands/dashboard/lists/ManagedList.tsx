import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FilterBox } from './FilterBox.tsx';
import { useDeletion } from './useDeletion.ts';
import { useFilter } from './useFilter.ts';
import { type Item, type ListSource, usePagedList } from './usePagedList.ts';

interface Props<T extends Item> {
  /** "Manage Posts" */
  title: string;
  /** What the items are called, in lower case: "posts". */
  noun: { one: string; many: string };
  source: ListSource<T>;
  filterPlaceholder: string;
  /** Beside the filter. */
  tools?: ReactNode;
  /** "Load More Posts" */
  moreLabel: string;
  empty: { title: string; text?: string; action?: ReactNode };
  skeleton: ReactNode;
  /** Arranges the items. */
  className: string;
  renderItem: (item: T, onDelete: () => void) => ReactNode;
  deletion: {
    question: string;
    yes?: string;
    no?: string;
    /** What follows from a yes. */
    explain: (item: T) => ReactNode;
    request: (item: T) => Promise<unknown>;
    done: string;
  };
}

/** A list of the dashboard: filter, items nine at a time, and the question before one is deleted. */
export function ManagedList<T extends Item>(props: Props<T>) {
  const { title, noun, source, filterPlaceholder, tools, empty, deletion } = props;
  const { draft, setDraft, term } = useFilter();
  const loaded = usePagedList(source, term);
  const { items, total, remove } = loaded;
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { request, done } = deletion;
  const { asked, ask, cancel, confirm } = useDeletion({
    ...{ items, request, remove, done, list, heading },
    reload: () => void loaded.refetch(),
  });

  return (
    <section aria-labelledby="list-title" className="max-w-6xl">
      <h1 id="list-title" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h1>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <FilterBox
          label={`Filter ${noun.many}`}
          placeholder={filterPlaceholder}
          value={draft}
          onChange={setDraft}
        />
        {tools}
      </div>
      <p role="status" className="mt-3 mb-4 min-h-[1.5em] text-muted text-sm">
        {loaded.isSuccess && statusOf(items.length, total, noun, term !== '')}
      </p>
      {loaded.isPending && props.skeleton}
      {loaded.isError && loaded.data === undefined && (
        <ErrorState
          title={`The ${noun.many} could not be loaded`}
          onRetry={() => void loaded.refetch()}
        />
      )}
      {loaded.isSuccess && items.length === 0 && !loaded.hasNextPage && (
        <EmptyState
          title={empty.title}
          {...(term === '' ? { text: empty.text } : { text: `Nothing fits “${term}”.` })}
        >
          {term === '' ? (
            empty.action
          ) : (
            <Button variant="secondary" onClick={() => setDraft('')}>
              Clear the filter
            </Button>
          )}
        </EmptyState>
      )}
      {loaded.data !== undefined && (
        <Items {...props} list={list} items={items} loaded={loaded} onDelete={ask} />
      )}
      <ConfirmDialog
        open={asked !== null}
        title={deletion.question}
        {...(deletion.yes ? { yes: deletion.yes } : {})}
        {...(deletion.no ? { no: deletion.no } : {})}
        onConfirm={confirm}
        onClose={cancel}
      >
        {asked && deletion.explain(asked)}
      </ConfirmDialog>
    </section>
  );
}

interface ItemsProps<T extends Item> extends Props<T> {
  items: T[];
  list: React.RefObject<HTMLUListElement | null>;
  loaded: ReturnType<typeof usePagedList<T>>;
  onDelete: (item: T) => void;
}

function Items<T extends Item>(props: ItemsProps<T>) {
  const { items, list, loaded, noun } = props;
  const { isFetchingNextPage } = loaded;
  /** How many there were when more were asked for: the first one after them gets the focus. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === null || isFetchingNextPage) return;
    const first = list.current?.children[before.current];
    before.current = null;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }, [isFetchingNextPage, list]);

  return (
    <>
      <ul ref={list} className={props.className} aria-busy={loaded.isPlaceholderData}>
        {items.map((item) => (
          <li key={item._id} tabIndex={-1} className="min-w-0 rounded-2xl">
            {props.renderItem(item, () => props.onDelete(item))}
          </li>
        ))}
      </ul>
      {loaded.hasNextPage && (
        <div className="mt-8 flex flex-col items-center gap-3">
          {loaded.isFetchNextPageError && (
            <p role="alert" className="text-danger text-sm">
              More {noun.many} could not be loaded. Please try again.
            </p>
          )}
          <Button
            variant="secondary"
            busy={isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => {
              before.current = items.length;
              void loaded.fetchNextPage();
            }}
          >
            {props.moreLabel}
          </Button>
        </div>
      )}
    </>
  );
}

/** "9 of 24 posts" */
function statusOf(
  shown: number,
  total: number,
  noun: { one: string; many: string },
  isFiltered: boolean,
): string {
  if (shown === 0) return '';
  const name = total === 1 ? noun.one : noun.many;
  const counted = shown < total ? `${shown} of ${total} ${name}` : `${total} ${name}`;
  return isFiltered ? `${counted} found` : counted;
}
