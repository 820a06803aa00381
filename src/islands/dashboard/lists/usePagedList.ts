import {
  type InfiniteData,
  keepPreviousData,
  type Query,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { SearchPage } from '../../../lib/api.ts';
import { keys } from './keys.ts';

/** A list shorter than this is the last one (spec, section 9). */
const PAGE_SIZE = 9;

export interface Item {
  _id: string;
}

/** Where the items of a list come from. */
export interface ListSource<T extends Item> {
  /** Names the list; another filter is another list of the same kind. */
  key: QueryKey;
  load: (page: SearchPage, signal: AbortSignal) => Promise<{ items: T[]; total: number }>;
}

interface LoadedPage<T> {
  items: T[];
  total: number;
  /** As many came as were asked for: there may be more. Items that are deleted later change nothing of it. */
  wasFull: boolean;
}

type Loaded<T> = InfiniteData<LoadedPage<T>, number>;

/** The items of a list, nine at a time. `remove` takes one out that the server has deleted. */
export function usePagedList<T extends Item>({ key, load }: ListSource<T>, searchTerm: string) {
  const client = useQueryClient();
  const queryKey = [...key, searchTerm];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<LoadedPage<T>> => {
      const page = { startIndex: pageParam, limit: PAGE_SIZE, searchTerm };
      const { items, total } = await load(page, signal);
      return { items, total, wasFull: items.length >= PAGE_SIZE };
    },
    initialPageParam: 0,
    // Counted, not numbered: after a deletion the next page begins where the list now ends.
    getNextPageParam: (last, pages) =>
      last.wasFull ? pages.reduce((sum, page) => sum + page.items.length, 0) : undefined,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, fetchNextPage } = query;
  const items = useMemo(() => distinct(data?.pages.flatMap((page) => page.items) ?? []), [data]);

  const remove = useCallback(
    async (id: string) => {
      const kind = { queryKey: key.slice(0, 1) };
      const underWay = client.getQueryCache().findAll({ ...kind, fetchStatus: 'fetching' });
      const isNextPage = underWay.some((one) => one.isActive() && isForNextPage(one));
      // An answer that is on its way was made before the deletion and would bring the item back.
      await client.cancelQueries(kind);
      client.setQueriesData<Loaded<T>>(kind, (loaded) => loaded && without(loaded, id));
      for (const name of Object.values(keys)) {
        void client.invalidateQueries({ queryKey: name, refetchType: 'none' });
      }
      // What was being loaded is still wanted.
      if (isNextPage) void fetchNextPage();
      else if (underWay.length > 0) {
        const predicate = (one: Query) =>
          underWay.some(({ queryHash }) => queryHash === one.queryHash);
        void client.refetchQueries({ ...kind, type: 'active', predicate });
      }
    },
    [client, key, fetchNextPage],
  );

  const isUsedUp = data !== undefined && items.length === 0 && hasNextPage;
  useEffect(() => {
    if (isUsedUp) void fetchNextPage();
  }, [isUsedUp, fetchNextPage]);

  return { ...query, items, total: data?.pages.at(-1)?.total ?? 0, remove };
}

/** Is the fetch that is under way one for more, rather than for all anew? */
function isForNextPage({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined;
}

/** Something new at the top pushes the others down by one: nothing is shown twice. */
function distinct<T extends Item>(items: T[]): T[] {
  return [...new Map(items.map((item) => [item._id, item])).values()];
}

function without<T extends Item>(loaded: Loaded<T>, id: string): Loaded<T> {
  const had = loaded.pages.some((page) => page.items.some((item) => item._id === id));
  if (!had) return loaded;
  const pages = loaded.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => item._id !== id),
    total: page.total - 1,
  }));
  return { ...loaded, pages };
}
