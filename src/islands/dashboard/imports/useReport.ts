import { useInfiniteQuery } from '@tanstack/react-query';
import type { ImportJob, RehearsalList, ReportPage } from '../../../../api/contract/imports.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../data.tsx';

const PAGE_SIZE = 25;

interface Filter {
  q?: string;
  /** '1': only posts and pages with notes. */
  notes?: '1' | '';
}

/** Loads a list of a rehearsal's report, page by page. */
export function useReport<List extends RehearsalList>(
  { id }: Pick<ImportJob, 'id'>,
  list: List,
  { q = '', notes = '' }: Filter = {},
) {
  const query = useInfiniteQuery({
    queryKey: [...keys.importReport, id, list, q, notes],
    queryFn: async ({ pageParam: offset, signal }) => {
      const page = await call('GET /api/imports/report', {
        query: { list, offset, limit: PAGE_SIZE, q, ...(notes && { notes }) },
        signal,
      });
      return page as ReportPage<List>;
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && loaded < last.total ? loaded : undefined;
    },
    // A report doesn't change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const items = (query.data?.pages ?? []).flatMap(
    (page): ReportPage<List>['items'][number][] => page.items,
  );
  return { ...query, items, total: query.data?.pages.at(-1)?.total ?? 0 };
}

export type Report<List extends RehearsalList> = ReturnType<typeof useReport<List>>;
