import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { securityApi } from '../../../lib/security-api.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

/** The owner's settings, and a mutation that changes some of them. */
export function useSettings() {
  const client = useQueryClient();
  const settings = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => securityApi.settings({ signal }),
  });
  const change = useMutation({
    mutationFn: securityApi.changeSettings,
    onSuccess: (changed) => {
      client.setQueryData(keys.settings, changed);
      toast('Settings saved.');
    },
    onError: (error) => toast(requestMessage(error), 'error'),
  });
  return { settings, change };
}
