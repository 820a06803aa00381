import type { ReactNode, RefObject } from 'react';
import { counted } from '../../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Loaded, NextPage, type NextPageProps } from '../../ui/Loaded.tsx';
import { EmptyState } from '../../ui/list-states.tsx';
import { setQuery } from '../tabs.tsx';
import { FilterBox, FoldedFilters } from './Filter.tsx';

export interface FrameProps {
  title: string;
  /** Next to the title. */
  action?: ReactNode;
  /** Below the title. */
  intro?: ReactNode;
  noun: { one: string; many: string };
  /** If missing, the list has no search field. */
  filterPlaceholder?: string;
  filters?: {
    /** From the URL. */
    values: Record<string, string>;
    controls: ReactNode;
    /** On phones, a button shows them. */
    isFolded?: true;
  };
  moreLabel: string;
  /** Shown while the site has no such items. `text` and `action` suggest the next step. */
  empty: { title: string; text: string; action?: ReactNode };
}

interface Props extends FrameProps {
  loaded: NextPageProps['query'] & {
    data: object | undefined;
    isPending: boolean;
    isSuccess: boolean;
    refetch: () => unknown;
    items: readonly unknown[];
    total: number;
  };
  searchTerm?: string;
  /** Next to the filters. */
  orderSelect?: ReactNode;
  /** The name of the order, for screen readers. */
  order?: string | undefined;
  skeleton: ReactNode;
  /** The element whose children are the items. */
  list: RefObject<HTMLElement | null>;
  /** The items. */
  children: ReactNode;
  below?: ReactNode;
}

export const LIST_TITLE_ID = 'list-title';

/** Focuses the list's heading. For buttons that disappear when they're pressed. */
export function focusListTitle(): void {
  document.getElementById(LIST_TITLE_ID)?.focus({ preventScroll: true });
}

/** A list of the dashboard: title, search, filters, number of items, and "Load More" below them. */
export function ListFrame(props: Props) {
  const { noun, filters, loaded, searchTerm = '', filterPlaceholder } = props;
  const active = Object.values(filters?.values ?? {}).filter((value) => value !== '').length;
  const isFiltered = searchTerm !== '' || active > 0;
  const isFolded = filters?.isFolded === true;
  return (
    <section aria-labelledby={LIST_TITLE_ID} className="@container max-w-6xl">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 id={LIST_TITLE_ID} tabIndex={-1} className="text-2xl outline-none">
          {props.title}
        </h1>
        {props.action}
      </div>
      {props.intro}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        {filterPlaceholder !== undefined && (
          <FilterBox
            label={`Filter ${noun.many}`}
            placeholder={filterPlaceholder}
            term={searchTerm}
            isShort={isFolded}
          />
        )}
        <FoldedFilters isFolded={isFolded} active={active}>
          {filters?.controls}
          {props.orderSelect}
        </FoldedFilters>
      </div>
      <p role="status" className="mt-3 mb-2 min-h-[1.5em] text-muted text-sm">
        {loaded.isSuccess && (loaded.items.length > 0 || isFiltered) && (
          <>
            {/* Of an empty list, the message below says it in large type. */}
            <span className={loaded.total === 0 ? 'sr-only' : ''}>
              {countText(loaded, noun, isFiltered)}
            </span>
            {props.order && <span className="sr-only">. {props.order}</span>}
          </>
        )}
      </p>
      <Loaded
        query={loaded}
        skeleton={props.skeleton}
        title={`The ${noun.many} couldn't be loaded`}
      >
        {() =>
          loaded.items.length === 0 && !loaded.hasNextPage ? (
            <Empty {...props} searchTerm={searchTerm} isFiltered={isFiltered} />
          ) : (
            <>
              {props.children}
              <NextPage query={loaded} label={props.moreLabel} noun={noun.many} list={props.list} />
            </>
          )
        }
      </Loaded>
      {props.below}
    </section>
  );
}

interface EmptyProps extends Pick<FrameProps, 'empty' | 'noun' | 'filters'> {
  searchTerm: string;
  isFiltered: boolean;
}

function Empty({ empty, noun, filters, searchTerm, isFiltered }: EmptyProps) {
  if (!isFiltered) {
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
  const criterion = searchTerm === '' ? 'these filters' : `“${searchTerm}”`;
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
  { items, total }: Props['loaded'],
  noun: FrameProps['noun'],
  isFiltered: boolean,
): string {
  const all = counted(total, noun.one, noun.many);
  return `${items.length < total ? `${items.length} of ` : ''}${all}${isFiltered ? ' found' : ''}`;
}
