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

/** What went wrong and what to do, in words for someone who writes and doesn't run servers. */
export interface Explanation {
  reason: string;
  advice: string;
}

const EXPLANATIONS: readonly (Explanation & { pattern: RegExp })[] = [
  {
    pattern: /ENOSPC|EDQUOT|no space left|disk is full/i,
    reason: "The server's disk is full.",
    advice: 'Free some space on the server, then try again.',
  },
  {
    pattern: /EACCES|EPERM|EROFS|permission denied|read-only/i,
    reason: 'The server may not write to its data folder.',
    advice: 'Fix the permissions of the folder, then try again.',
  },
  {
    pattern: /\b(EIO|EMFILE|ENFILE)\b|i\/o error/i,
    reason: 'The server could not write the page to its disk.',
    advice: 'Try again. If it keeps failing, check the disk of the server.',
  },
  {
    pattern: /took (too long|over)|time(d)? ?out/i,
    reason: 'Building the page took too long.',
    advice: 'Try again. If it keeps failing, shorten the post or split it in two.',
  },
  {
    pattern: /thread|memory|heap/i,
    reason: 'The server was interrupted while building the page.',
    advice: 'Try again.',
  },
];

const UNKNOWN: Explanation = {
  reason: 'The page could not be built.',
  advice: 'Try again. If it keeps failing, edit the post: something in it may be the cause.',
};

/** Translates the error of the server, which is for people who know its code. */
export function explain(error: string | null): Explanation {
  return EXPLANATIONS.find(({ pattern }) => pattern.test(error ?? '')) ?? UNKNOWN;
}
