import type { ReactNode, RefObject } from 'react';
import { ErrorState, LoadMore, useFocusOnAdded } from './list-states.tsx';
import { RowsSkeleton } from './Skeleton.tsx';

interface Query<T> {
  data: T | undefined;
  isPending: boolean;
  refetch: () => unknown;
}

interface Props<T> {
  query: Query<T>;
  skeleton?: ReactNode;
  title?: string;
  /** For panels that have a border and a heading already. */
  compact?: boolean;
  children: (data: T) => ReactNode;
}

/** What a query loaded. Until then, a skeleton, or an error with a way to try again. */
export function Loaded<T>({ query, skeleton = <RowsSkeleton />, children, ...error }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return skeleton;
  return <ErrorState {...error} onRetry={() => void query.refetch()} />;
}

export interface NextPageProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  label: string;
  /** What the list has: "posts". */
  noun: string;
  list: RefObject<HTMLElement | null>;
  /** What gets the focus in the first added item, if not the item itself. */
  selector?: string;
}

/** The button below a list of pages, as long as there is another page. */
export function NextPage({ query, label, noun, list, selector }: NextPageProps) {
  const focusNext = useFocusOnAdded(list, query.isFetchingNextPage, selector);
  if (!query.hasNextPage) return null;
  return (
    <LoadMore
      label={label}
      busy={query.isFetchingNextPage}
      error={query.isFetchNextPageError && `More ${noun} couldn't be loaded. Please try again.`}
      onLoad={() => {
        focusNext();
        void query.fetchNextPage();
      }}
    />
  );
}
