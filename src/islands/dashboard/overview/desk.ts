import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Desk } from '../../../../api/contract/desk.ts';
import { deskApi } from '../../../lib/desk-api.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

/** What the panels of the overview share: one call for all. */
export function useDesk() {
  return useQuery({
    queryKey: keys.desk,
    queryFn: ({ signal }) => deskApi.desk({ signal }),
  });
}

/** Marks what a desk shows as seen. What happened later stays new. */
export function useMarkSeen() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ at }: Desk) => deskApi.seen(at),
    onError: (error) => toast(requestMessage(error), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: keys.desk }),
  });
}
