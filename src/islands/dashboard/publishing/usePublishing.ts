import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, api } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { keys } from '../lists/keys.ts';

const CALM_MS = 10_000;
/** While something is under way one wants to see it happen. */
const BUSY_MS = 1_500;

/** The state of publishing, asked for again and again as long as the page is in view. */
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
      return isBusy ? BUSY_MS : CALM_MS;
    },
  });
}

/** Tries to publish a post again, and says what has come of it. */
export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.retryPublish,
    onSuccess: ({ state }) => {
      if (state === 'live') toast('Published.');
      else toast('It failed again. The reason is in the list.', 'error');
    },
    onError: (error) => {
      const refused = error instanceof ApiFailure && error.status !== 0;
      toast(refused ? error.message : 'The server could not be reached.', 'error');
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.publishing }),
  });
}
