import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isPageSlug } from '../../../../api/contract/addresses.ts';
import type { PublishStatus } from '../../../../api/contract/publish.ts';
import { call } from '../../../lib/api.ts';
import { counted } from '../../../lib/format.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

/** Counts posts and pages: `2 posts`, `1 page`, `2 posts and 1 page`. */
export function countKinds(changes: readonly { slug: string }[]): string {
  const pages = changes.filter(({ slug }) => isPageSlug(slug)).length;
  const posts = changes.length - pages;
  const parts = [posts > 0 && counted(posts, 'post'), pages > 0 && counted(pages, 'page')];
  return parts.filter(Boolean).join(' and ');
}

/** The id of the panel, for links to it. */
export const PUBLISHING_ID = 'publishing';

const IDLE_POLL_MS = 10_000;
const BUSY_POLL_MS = 1_500;

/**
 * Polls the publishing status while the page is visible, more often while something is in progress.
 */
export function usePublishing() {
  return useQuery({
    queryKey: keys.publishing,
    queryFn: ({ signal }) => call('GET /api/publish/status', { signal }),
    staleTime: 0,
    refetchIntervalInBackground: false,
    refetchInterval: ({ state: { data } }) => {
      return data && isBusy(data) ? BUSY_POLL_MS : IDLE_POLL_MS;
    },
  });
}

/** Nodes send a heartbeat every 5 seconds. The rest allows for clocks that differ. */
const MAX_SILENCE_MS = 60_000;

export function isResponding({ heartbeat }: PublishStatus['nodes'][number], now: number): boolean {
  return now - Date.parse(heartbeat) <= MAX_SILENCE_MS;
}

function isBusy({ queued, rendering, release, site, siteTarget }: PublishStatus): boolean {
  const isCopying = siteTarget?.failed === null && siteTarget.pending > 0;
  const isApplying = site.live < site.wanted;
  const isRendering = queued.length + rendering.length > 0 || release.state === 'rendering';
  return isRendering || isApplying || isCopying;
}

export function useRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (postId: string) => call('POST /api/publish/retry/:postId', { postId }),
    onSuccess: ({ state }) => {
      if (state === 'live') toast('Published.');
      else if (state === 'pending') toast('Publishing takes longer than usual.');
      else toast('Publishing failed again. See the list for the reason.', 'error');
    },
    onError: (error) => toast(requestMessage(error, "The server couldn't be reached."), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: keys.publishing }),
  });
}

/** What went wrong and what to do, for authors who don't run servers. */
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
    reason: "The server isn't allowed to write to its data folder.",
    advice: "Fix the folder's permissions, then try again.",
  },
  {
    pattern: /\b(EIO|EMFILE|ENFILE)\b|i\/o error/i,
    reason: "The server couldn't write the page to its disk.",
    advice: "Try again. If it keeps failing, check the server's disk.",
  },
  {
    pattern: /took (too long|over)|time(d)? ?out/i,
    reason: 'Building the page took too long.',
    advice: 'Try again. If it keeps failing, shorten the text or split it in two.',
  },
  {
    pattern: /thread|memory|heap/i,
    reason: 'The server was interrupted while building the page.',
    advice: 'Try again.',
  },
];

const UNKNOWN: Explanation = {
  reason: "The page couldn't be built.",
  advice: 'Try again. If it keeps failing, edit the text: something in it may be the cause.',
};

/** Explains an error message of the server, which is written for its developers. */
export function explain(error: string | null): Explanation {
  return EXPLANATIONS.find(({ pattern }) => pattern.test(error ?? '')) ?? UNKNOWN;
}
