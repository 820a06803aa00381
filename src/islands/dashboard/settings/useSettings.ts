import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { Body } from '../../../lib/api-types.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

/** The owner's settings, and a mutation that changes some of them. */
export function useSettings() {
  const client = useQueryClient();
  const settings = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call('GET /api/settings', { signal }),
  });
  const change = useMutation({
    mutationFn: (body: Body<'PUT /api/settings'>) => call('PUT /api/settings', { body }),
    onSuccess: (changed) => {
      client.setQueryData(keys.settings, changed);
      toast('Settings saved.');
    },
    onError: (error) => toast(requestMessage(error), 'error'),
  });
  return { settings, change };
}
