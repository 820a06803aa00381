import type { ReactNode } from 'react';
import type { OnSchedule, Overview } from '../../../../api/contract/overview.ts';
import { counted, isoDate } from '../../../lib/format.ts';
import { pageValues } from '../../../lib/page-values.ts';
import { formatInZone } from '../../../lib/zones.ts';
import { Button } from '../../ui/Button.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { TabLink } from '../tabs.tsx';
import { useMarkSeen, useOverview } from './overview.ts';
import { Panel } from './Panel.tsx';
import { usePublishing } from './publishing.ts';

/** What happened while the user was away. It stays until it's marked as seen. */
export function NewsPanel() {
  const query = useOverview();
  const { mutate, isPending } = useMarkSeen();
  const failed = usePublishing().data?.failed.length ?? 0;
  const { data } = query;
  const hasNews = data !== undefined && linesOf(data).length > 0;
  return (
    <Panel
      title={data?.isFirstVisit ? 'In the last 30 days' : 'Since your last visit'}
      className="xl:col-span-2"
      query={query}
      skeleton={<RowsSkeleton count={2} picture="" />}
      action={() =>
        hasNews && (
          <Button variant="quiet" small busy={isPending} onClick={() => mutate(data)}>
            Mark as seen
          </Button>
        )
      }
    >
      {(overview) => <News overview={overview} failed={failed} />}
    </Panel>
  );
}

function News({ overview, failed }: { overview: Overview; failed: number }) {
  const now = useNow();
  const { published } = overview.news;
  const lines = linesOf(overview);
  if (lines.length === 0 && failed === 0) {
    return (
      <p className="py-2 text-soft text-sm">
        Nothing new since{' '}
        <time dateTime={isoDate(overview.since)}>{relativeTime(overview.since, now)}</time>.
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line text-sm *:flex *:min-h-11 *:flex-wrap *:items-center *:py-2">
      {failed > 0 && (
        <li className="text-danger">
          {counted(failed, 'post')} couldn't be published. “Publishing” says why, and what to do.
        </li>
      )}
      {countLines(overview)}
      {published.map((post) => (
        <li key={post._id}>
          <PublishedOnSchedule post={post} now={now} />
        </li>
      ))}
    </ul>
  );
}

function linesOf(overview: Overview): ReactNode[] {
  return [...countLines(overview), ...overview.news.published.map(({ _id }) => _id)];
}

/** A line for each kind of news. */
function countLines({ news: { comments, users } }: Overview): ReactNode[] {
  const link = 'flex min-h-11 items-center font-medium text-accent hover:underline';
  const lines = [
    { tab: 'comments', count: comments, noun: 'new comment' },
    { tab: 'users', count: users ?? 0, noun: 'new user' },
  ] as const;
  return lines
    .filter(({ count }) => count > 0)
    .map(({ tab, count, noun }) => (
      <li key={tab}>
        <TabLink tab={tab} className={link}>
          {counted(count, noun)}
        </TabLink>
      </li>
    ));
}

function PublishedOnSchedule({ post, now }: { post: OnSchedule; now: number }) {
  const { slug, title, publishedAt, scheduledFor, isLate } = post;
  const planned = formatInZone(new Date(scheduledFor), pageValues().timeZone);
  return (
    <p className="[overflow-wrap:anywhere]">
      <a className="font-medium hover:underline" href={`/post/${slug}`}>
        {title}
      </a>{' '}
      {isLate ? 'was published late' : 'was published on schedule'},{' '}
      <time dateTime={isoDate(publishedAt)}>{relativeTime(publishedAt, now)}</time>.
      {isLate && (
        <span className="block text-warn">
          The server wasn't running at the planned time, {planned} ({pageValues().timeZone}).
        </span>
      )}
    </p>
  );
}
