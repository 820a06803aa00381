import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

const IDLE_POLL_MS = 10_000;
const BUSY_POLL_MS = 1_500;

/** Polls the publishing status while the page is visible, more often while something is in progress. */
export function usePublishing() {
  return useQuery({
    queryKey: keys.publishing,
    queryFn: ({ signal }) => api.publishStatus({ signal }),
    staleTime: 0,
    refetchIntervalInBackground: false,
    refetchInterval: ({ state: { data } }) => {
      const isBusy =
        data !== undefined &&
        (data.queued.length > 0 || data.rendering.length > 0 || data.release.state === 'rendering');
      return isBusy ? BUSY_POLL_MS : IDLE_POLL_MS;
    },
  });
}

export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.retryPublish,
    onSuccess: ({ state }) => {
      if (state === 'live') toast('Published.');
      else toast('Publishing failed again. See the list for the reason.', 'error');
    },
    onError: (error) => toast(requestMessage(error, 'The server could not be reached.'), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: keys.publishing }),
  });
}
