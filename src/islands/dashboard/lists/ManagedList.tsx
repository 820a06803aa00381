import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorState, LoadMore, useFocusOnAdded } from '../../ui/list-states.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { FilterBox, useFilter } from './Filter.tsx';
import { useDeletion } from './useDeletion.ts';
import { type Item, type ListSource, usePagedList } from './usePagedList.ts';

interface Props<T extends Item> {
  title: string;
  noun: { one: string; many: string };
  source: ListSource<T>;
  filterPlaceholder: string;
  tools?: ReactNode;
  moreLabel: string;
  empty: { title: string; text?: string; action?: ReactNode };
  skeleton: ReactNode;
  className: string;
  renderItem: (item: T, onDelete: () => void) => ReactNode;
  deletion: {
    question: string;
    yes?: string;
    no?: string;
    explain: (item: T) => ReactNode;
    request: (item: T) => Promise<unknown>;
    done: string;
  };
}

/** A list of the dashboard: a filter, nine items a page, and a dialog before one is deleted. */
export function ManagedList<T extends Item>(props: Props<T>) {
  const { title, noun, source, filterPlaceholder, tools, empty, deletion } = props;
  const { draft, setDraft, term } = useFilter();
  const loaded = usePagedList(source, term);
  const { items, total } = loaded;
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const reload = () => void loaded.refetch();
  const { target, ask, cancel, confirm } = useDeletion(loaded, deletion, list, heading);

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
        {loaded.isSuccess && countText(items.length, total, noun, term !== '')}
      </p>
      {loaded.isPending && (
        <ListSkeleton className={props.className}>{props.skeleton}</ListSkeleton>
      )}
      {loaded.isError && loaded.data === undefined && (
        <ErrorState title={`The ${noun.many} could not be loaded`} onRetry={reload} />
      )}
      {loaded.isSuccess && items.length === 0 && !loaded.hasNextPage && (
        <EmptyState
          title={empty.title}
          text={term === '' ? empty.text : `No ${noun.many} match “${term}”.`}
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
      {loaded.data !== undefined && <Items {...props} list={list} loaded={loaded} onDelete={ask} />}
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

interface ItemsProps<T extends Item> extends Props<T> {
  list: RefObject<HTMLUListElement | null>;
  loaded: ReturnType<typeof usePagedList<T>>;
  onDelete: (item: T) => void;
}

function Items<T extends Item>(props: ItemsProps<T>) {
  const { list, loaded, noun } = props;
  const focusNext = useFocusOnAdded(list, loaded.isFetchingNextPage);
  return (
    <>
      <ul ref={list} className={props.className} aria-busy={loaded.isPlaceholderData}>
        {loaded.items.map((item) => (
          <li key={item._id} tabIndex={-1} className="min-w-0 rounded-2xl">
            {props.renderItem(item, () => props.onDelete(item))}
          </li>
        ))}
      </ul>
      {loaded.hasNextPage && (
        <LoadMore
          label={props.moreLabel}
          busy={loaded.isFetchingNextPage}
          error={
            loaded.isFetchNextPageError &&
            `More ${noun.many} could not be loaded. Please try again.`
          }
          onLoad={() => {
            focusNext();
            void loaded.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

/** "9 of 24 posts", "1 user found" */
function countText(
  shown: number,
  total: number,
  noun: Props<Item>['noun'],
  isFiltered: boolean,
): string {
  if (shown === 0) return '';
  const name = total === 1 ? noun.one : noun.many;
  const counted = shown < total ? `${shown} of ${total} ${name}` : `${total} ${name}`;
  return isFiltered ? `${counted} found` : counted;
}
