import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FirstStep } from '../../../../api/contract/first-start.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

export const useFirstStart = () =>
  useQuery({
    queryKey: keys.firstStart,
    queryFn: ({ signal }) => call('GET /api/settings/first-start', { signal }),
    staleTime: Infinity,
  });

/** Records that a step is done or skipped. Then the next one is shown. */
export function useFinishStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: FirstStep) => call('POST /api/settings/first-start', { body: { step } }),
    // A response that is still on its way would be outdated.
    onMutate: () => client.cancelQueries({ queryKey: keys.firstStart }),
    onSuccess: (firstStart) => {
      client.setQueryData(keys.firstStart, firstStart);
      if (firstStart.next === null) {
        toast("That's all. You can change everything under Settings and Profile.");
      }
    },
    onError: (error) => toast(requestMessage(error), 'error'),
  });
}
