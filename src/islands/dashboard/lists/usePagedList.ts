import {
  type InfiniteData,
  keepPreviousData,
  type Query,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { ListQuery } from './list-query.ts';

/** A shorter page is the last one (spec, section 9). */
const PAGE_SIZE = 9;

export interface Item {
  _id: string;
}

export interface ListSource<T extends Item, Key extends string> {
  key: QueryKey;
  load: (
    query: ListQuery<Key> & { startIndex: number; limit: number },
    signal: AbortSignal,
  ) => Promise<{ items: T[]; total: number }>;
}

interface LoadedPage<T> {
  items: T[];
  total: number;
  /** Whether there may be another page. Deleting items later doesn't change this. */
  wasFull: boolean;
}

type Loaded<T> = InfiniteData<LoadedPage<T>, number>;

export type PagedList<T extends Item> = ReturnType<typeof usePagedList<T, string>>;

/** Loads a list page by page. `remove` removes an item that was deleted on the server. */
export function usePagedList<T extends Item, Key extends string>(
  { key, load }: ListSource<T, Key>,
  listQuery: ListQuery<Key>,
) {
  const query = useInfiniteQuery({
    queryKey: [...key, listQuery],
    queryFn: async ({ pageParam, signal }): Promise<LoadedPage<T>> => {
      const page = { startIndex: pageParam, limit: PAGE_SIZE };
      const { items, total } = await load({ ...page, ...listQuery }, signal);
      return { items, total, wasFull: items.length >= PAGE_SIZE };
    },
    initialPageParam: 0,
    // Counts items instead of pages, because deletions shift the next page.
    getNextPageParam: (last, pages) =>
      last.wasFull ? pages.reduce((sum, page) => sum + page.items.length, 0) : undefined,
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, fetchNextPage } = query;
  const items = useMemo(() => distinct(data?.pages.flatMap((page) => page.items) ?? []), [data]);
  const remove = useRemove(key, fetchNextPage);

  const isUsedUp = data !== undefined && items.length === 0 && hasNextPage;
  useEffect(() => {
    if (isUsedUp) void fetchNextPage();
  }, [isUsedUp, fetchNextPage]);

  return { ...query, items, total: data?.pages.at(-1)?.total ?? 0, remove };
}

function useRemove(key: QueryKey, fetchNextPage: () => unknown) {
  const client = useQueryClient();
  return useCallback(
    async (id: string) => {
      const kind = { queryKey: key.slice(0, 1) };
      const pending = client.getQueryCache().findAll({ ...kind, fetchStatus: 'fetching' });
      const isNextPage = pending.some((one) => one.isActive() && isForNextPage(one));
      // A response from before the deletion would bring the item back.
      await client.cancelQueries(kind);
      client.setQueriesData<Loaded<Item>>(kind, (loaded) => loaded && without(loaded, id));
      void client.invalidateQueries({ refetchType: 'none' });
      if (isNextPage) void fetchNextPage();
      else if (pending.length > 0) void client.refetchQueries({ ...kind, type: 'active' });
    },
    [client, key, fetchNextPage],
  );
}

/** Whether a pending request loads the next page, as opposed to reloading the list. */
function isForNextPage({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined;
}

/** A new item at the top shifts the others, so pages may overlap. */
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
