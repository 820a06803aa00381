import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { keys } from '../data.tsx';

const PAGE_SIZE = 24;

export function useLibrary(searchTerm: string, isUnused: boolean) {
  const query = useInfiniteQuery({
    queryKey: [...keys.media, searchTerm, isUnused],
    queryFn: ({ pageParam: startIndex, signal }) => {
      const unused = isUnused ? { unused: 1 as const } : {};
      return call('GET /api/media/getpictures', {
        query: { startIndex, limit: PAGE_SIZE, searchTerm, ...unused },
        signal,
      });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { pictures }) => sum + pictures.length, 0);
      return last.pictures.length > 0 && loaded < last.totalPictures ? loaded : undefined;
    },
  });
  const all = query.data?.pages.flatMap(({ pictures }) => pictures) ?? [];
  const items = [...new Map(all.map((picture) => [picture.url, picture])).values()];
  const last = query.data?.pages.at(-1);
  return {
    ...query,
    items,
    total: last?.totalPictures ?? 0,
    usesKnown: last?.usesKnown ?? true,
  };
}

export type Library = ReturnType<typeof useLibrary>;

/** The name as it was uploaded: `1700000000000-sunset.jpg` is "sunset.jpg". */
export const shortName = (name: string) => name.replace(/^\d+-/, '');
