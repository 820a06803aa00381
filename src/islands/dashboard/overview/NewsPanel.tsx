import type { ReactNode } from 'react';
import type { Desk, OnSchedule } from '../../../../api/contract/desk.ts';
import { isoDate } from '../../../lib/format.ts';
import { formatInZone } from '../../../lib/zones.ts';
import { site } from '../../../site.config.ts';
import { Button } from '../../ui/Button.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { relativeTime, useNow } from '../../ui/time.ts';
import { TabLink } from '../tabs.tsx';
import { useDesk, useMarkSeen } from './desk.ts';
import { Panel } from './Panel.tsx';
import { usePublishing } from './publishing.ts';

/** What happened while the user was away. It stays until it's marked as seen. */
export function NewsPanel() {
  const query = useDesk();
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
      {(desk) => <News desk={desk} failed={failed} />}
    </Panel>
  );
}

function News({ desk, failed }: { desk: Desk; failed: number }) {
  const now = useNow();
  const { published } = desk.news;
  const lines = linesOf(desk);
  if (lines.length === 0 && failed === 0) {
    return (
      <p className="py-2 text-soft text-sm">
        Nothing new since{' '}
        <time dateTime={isoDate(desk.since)}>{relativeTime(desk.since, now)}</time>.
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line text-sm *:flex *:min-h-11 *:flex-wrap *:items-center *:py-2">
      {failed > 0 && (
        <li className="text-danger">
          {failed === 1
            ? "1 post couldn't be published."
            : `${failed} posts couldn't be published.`}{' '}
          “Publishing” says why, and what to do.
        </li>
      )}
      {countLines(desk)}
      {published.map((post) => (
        <li key={post._id}>
          <PublishedOnSchedule post={post} now={now} />
        </li>
      ))}
    </ul>
  );
}

function linesOf(desk: Desk): ReactNode[] {
  return [...countLines(desk), ...desk.news.published.map(({ _id }) => _id)];
}

/** A line for each kind of thing that there is something new of. */
function countLines({ news: { comments, users } }: Desk): ReactNode[] {
  const link = 'flex min-h-11 items-center font-medium text-accent hover:underline';
  return [
    ...(comments > 0
      ? [
          <li key="comments">
            <TabLink tab="comments" className={link}>
              {comments === 1
                ? '1 new comment'
                : `${comments.toLocaleString('en-US')} new comments`}
            </TabLink>
          </li>,
        ]
      : []),
    ...(users
      ? [
          <li key="users">
            <TabLink tab="users" className={link}>
              {users === 1 ? '1 new user' : `${users.toLocaleString('en-US')} new users`}
            </TabLink>
          </li>,
        ]
      : []),
  ];
}

function PublishedOnSchedule({ post, now }: { post: OnSchedule; now: number }) {
  const { slug, title, publishedAt, scheduledFor, isLate } = post;
  const planned = formatInZone(new Date(scheduledFor), site.timeZone);
  return (
    <p className="[overflow-wrap:anywhere]">
      <a className="font-medium hover:underline" href={`/post/${slug}`}>
        {title}
      </a>{' '}
      {isLate ? 'was published late' : 'was published on schedule'},{' '}
      <time dateTime={isoDate(publishedAt)}>{relativeTime(publishedAt, now)}</time>.
      {isLate && (
        <span className="block text-warn">
          The server wasn't running at the planned time, {planned} ({site.timeZone}).
        </span>
      )}
    </p>
  );
}
