import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ViewDays } from '../../../../api/contract/views.ts';
import { deskApi } from '../../../lib/desk-api.ts';
import { keys } from '../data.tsx';

export const PERIODS: Record<ViewDays, { label: string; name: string }> = {
  30: { label: '30 days', name: 'the last 30 days' },
  365: { label: '12 months', name: 'the last 12 months' },
};

/** The views of a post, or of the whole site. While another period loads, the last one stays. */
export function useViews(days: ViewDays, postId?: string) {
  return useQuery({
    queryKey: [...keys.views, postId ?? '', days],
    queryFn: ({ signal }) => deskApi.views({ days, postId }, { signal }),
    placeholderData: keepPreviousData,
  });
}
