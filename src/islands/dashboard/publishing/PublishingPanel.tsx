import { useEffect, useId, useState } from 'react';
import type { PublishStatus } from '../../../../api/contract/publish.ts';
import { isoDate, shortDate } from '../../../lib/format.ts';
import { relativeTime } from '../../comments/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FailedPublish } from './FailedPublish.tsx';
import { usePublishing } from './usePublishing.ts';

/** Ages are told in minutes. */
const TICK_MS = 15_000;

/** What of the site is live, what waits, and what could not be published and why. */
export function PublishingPanel() {
  const titleId = useId();
  const { data, isPending, isError, refetch } = usePublishing();
  return (
    <section aria-labelledby={titleId} className="panel px-5 py-4">
      <h2 id={titleId} className="font-sans font-semibold text-base tracking-normal">
        Publishing
      </h2>
      {isPending && (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="mt-4 h-5 w-2/3" />
          <Skeleton className="mt-5 h-28" />
        </div>
      )}
      {isError && data === undefined && (
        <div role="alert" className="py-4 text-sm text-soft">
          <p>This could not be loaded.</p>
          <Button variant="secondary" small className="mt-3" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && <State status={data} isOld={isError} />}
    </section>
  );
}

function State({ status, isOld }: { status: PublishStatus; isOld: boolean }) {
  const { failed, release } = status;
  const waiting = [...status.rendering, ...status.queued];
  const last = status.live[0];
  const { tone, text } = summary(status);
  return (
    <>
      <p role="status" className="mt-2 flex items-center gap-2.5 text-sm">
        <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${tone}`} />
        {isOld ? 'The server does not answer; this is how it was.' : text}
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
          {waiting.slice(0, 5).map((one) => (
            <li key={one.postId} className="truncate">
              {one.state === 'rendering' ? 'Rendering' : 'Waiting'}: {one.slug}
            </li>
          ))}
        </ul>
      )}
      {last && (
        <p className="mt-3 text-muted text-xs [overflow-wrap:anywhere]">
          Last published:{' '}
          <a className="link" href={`/post/${last.slug}`}>
            {last.slug}
          </a>
          , <time dateTime={isoDate(last.liveAt)}>{shortDate(last.liveAt)}</time>, in{' '}
          {duration(last.totalMs)}
        </p>
      )}
      <SearchIndex index={status.index} />
      <p className="mt-2 text-muted text-xs">
        Release <span className="font-mono">{release.id.slice(0, 12)}</span>
      </p>
    </>
  );
}

/** What search holds, and since when. */
function SearchIndex({ index }: { index: PublishStatus['index'] }) {
  const { state, posts, waiting, indexedAt, error } = index;
  const now = useNow();
  if (state === 'failed') {
    return (
      <p className="mt-2 text-danger text-xs [overflow-wrap:anywhere]">
        The search index could not be brought up to date; it will be tried again. {error}
      </p>
    );
  }
  return (
    <p className="mt-2 text-muted text-xs">
      Search index: {posts.toLocaleString('en-US')} {posts === 1 ? 'post' : 'posts'}
      {indexedAt && (
        <>
          , <time dateTime={isoDate(indexedAt)}>{relativeTime(indexedAt, now)}</time>
        </>
      )}
      {waiting > 0 && `, ${waiting} on the way`}
    </p>
  );
}

/** The time, again and again: ages grow while nothing else changes. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex flex-col">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="font-semibold text-lg tabular-nums">{value.toLocaleString('en-US')}</dd>
    </div>
  );
}

/** The whole state in one sentence. */
function summary({ failed, queued, rendering, release }: PublishStatus) {
  if (failed.length > 0) {
    const text = failed.length === 1 ? '1 post is not live' : `${failed.length} posts are not live`;
    return { tone: 'bg-danger', text };
  }
  if (release.state === 'rendering') {
    const text = `A new release is being made: ${release.rendered} pages so far`;
    return { tone: 'bg-warn', text };
  }
  const waiting = queued.length + rendering.length;
  if (waiting > 0) {
    return {
      tone: 'bg-warn',
      text: waiting === 1 ? '1 post is on its way' : `${waiting} posts are on their way`,
    };
  }
  return { tone: 'bg-success', text: 'Everything is live' };
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}
