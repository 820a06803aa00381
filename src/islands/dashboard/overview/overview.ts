import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Overview } from '../../../../api/contract/overview.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

/** Loads the data of all panels of the overview with one call. */
export function useOverview() {
  return useQuery({
    queryKey: keys.overview,
    queryFn: ({ signal }) => call('GET /api/stats/desk', { signal }),
  });
}

/** Marks what the overview shows as seen. What happened later stays new. */
export function useMarkSeen() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ at }: Overview) => call('POST /api/stats/seen', { body: { at } }),
    onError: (error) => toast(requestMessage(error), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: keys.overview }),
  });
}
