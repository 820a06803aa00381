import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { PendingPublish, PublishStatus } from '../../../../api/contract/publish.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { api } from '../../../lib/api.ts';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { toast } from '../../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { requestMessage } from '../../ui/request.ts';
import { ListSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { relativeTime, useNow } from '../../ui/time.ts';
import { keys } from '../data.tsx';
import { Panel } from './Panel.tsx';

const IDLE_POLL_MS = 10_000;
const BUSY_POLL_MS = 1_500;
/** Short enough for ages in minutes. */
const TICK_MS = 15_000;
const MAX_SHOWN_WAITING = 5;

export function PublishingPanel() {
  const query = usePublishing();
  return (
    <Panel
      title="Publishing"
      query={query}
      skeleton={
        <ListSkeleton count={1} className="">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-5 h-28" />
        </ListSkeleton>
      }
    >
      {(status) => <Status status={status} isStale={query.isError} />}
    </Panel>
  );
}

function Status({ status, isStale }: { status: PublishStatus; isStale: boolean }) {
  const { failed, release } = status;
  const waiting = [...status.rendering, ...status.queued];
  const { color, text } = summary(status);
  return (
    <>
      <p role="status" className="flex items-center gap-2.5 text-sm">
        <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${color}`} />
        {isStale ? "The server isn't responding. This is the last known status." : text}
      </p>
      <dl className="mt-4 grid grid-cols-3 gap-2 border-line border-y py-3">
        <Count name="Queued" value={waiting.length} />
        <Count name="Live pages" value={release.pages} />
        <Count name="Failed" value={failed.length} />
      </dl>
      {failed.length > 0 && (
        <ul aria-label="Failed" className="divide-y divide-line">
          {failed.map((one) => (
            <FailedPublish key={one.postId} publish={one} />
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <ul aria-label="Queued" className="mt-3 space-y-1 text-sm text-soft">
          {waiting.slice(0, MAX_SHOWN_WAITING).map((one) => (
            <li key={one.postId} className="truncate">
              {one.state === 'rendering' ? 'Rendering' : 'Waiting'}: {one.slug}
            </li>
          ))}
        </ul>
      )}
      <Details status={status} />
    </>
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="font-semibold text-lg tabular-nums">{value.toLocaleString('en-US')}</dd>
    </div>
  );
}

function FailedPublish({ publish }: { publish: PendingPublish }) {
  const id = useId();
  const { mutate, isPending } = useRetry();
  const { slug, action, error, attempts } = publish;
  return (
    <li className="py-3 text-sm">
      <p id={id} className="font-medium [overflow-wrap:anywhere]">
        {action === 'remove' ? (
          `Removing ${slug}`
        ) : (
          <a className="link" href={`/post/${slug}`}>
            {slug}
          </a>
        )}
      </p>
      <p className="mt-1 text-danger [overflow-wrap:anywhere]">{error ?? 'Unknown reason.'}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-xs">
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`}. We'll retry automatically.
        </p>
        <Button
          variant="secondary"
          small
          aria-describedby={id}
          busy={isPending}
          onClick={() => mutate(publish.postId)}
        >
          <Icon name="rotate-cw" size={16} />
          Try again
        </Button>
      </div>
    </li>
  );
}

function Details({ status }: { status: PublishStatus }) {
  const last = status.live[0];
  return (
    <div className="mt-3 space-y-2 text-muted text-xs [overflow-wrap:anywhere]">
      {last && (
        <p>
          Last published:{' '}
          <a className="link" href={`/post/${last.slug}`}>
            {last.slug}
          </a>
          , <time dateTime={isoDate(last.liveAt)}>{shortDate(last.liveAt)}</time>, in{' '}
          {duration(last.totalMs)}
        </p>
      )}
      <SearchIndex index={status.index} />
      <p>
        Release <span className="font-mono">{status.release.id.slice(0, 12)}</span>
      </p>
    </div>
  );
}

function SearchIndex({ index }: { index: PublishStatus['index'] }) {
  const { state, posts, waiting, indexedAt, error } = index;
  const now = useNow(TICK_MS);
  if (state === 'failed') {
    return (
      <p className="text-danger">
        The search index could not be updated. We'll retry automatically. {error}
      </p>
    );
  }
  return (
    <p>
      Search index: {posts.toLocaleString('en-US')} {posts === 1 ? 'post' : 'posts'}
      {indexedAt && (
        <>
          , <time dateTime={isoDate(indexedAt)}>{relativeTime(indexedAt, now)}</time>
        </>
      )}
      {waiting > 0 && `, ${waiting} waiting`}
    </p>
  );
}

function summary({ failed, queued, rendering, release }: PublishStatus) {
  if (failed.length > 0) {
    const text = failed.length === 1 ? '1 post is not live' : `${failed.length} posts are not live`;
    return { color: 'bg-danger', text };
  }
  if (release.state === 'rendering') {
    return { color: 'bg-warn', text: `Building a new release: ${release.rendered} pages so far` };
  }
  const waiting = queued.length + rendering.length;
  if (waiting > 0) {
    const text = waiting === 1 ? 'Publishing 1 post' : `Publishing ${waiting} posts`;
    return { color: 'bg-warn', text };
  }
  return { color: 'bg-success', text: 'Everything is live' };
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Polls the publishing status while the page is visible, more often while something is in progress. */
function usePublishing() {
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

function useRetry() {
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
