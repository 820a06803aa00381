import type { ReactNode } from 'react';
import type { Overview } from '../../../../api/contract/overview.ts';
import { isoDate } from '../../../lib/format.ts';
import { pageValues } from '../../../lib/page-values.ts';
import { formatInZone, isSameZone, ownZone } from '../../../lib/zones.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOverview } from './overview.ts';
import { Panel } from './Panel.tsx';

/** What isn't public yet, with a link to the editor. */
export function DraftsPanel() {
  const now = useNow();
  return (
    <ToDoList title="Drafts to continue" empty="No drafts. Everything you wrote is published.">
      {({ drafts }) =>
        drafts.map(({ _id: id, title, updatedAt, isOwn, author, status }) => (
          <Row key={id} href={`/update-post/${id}`} title={title || 'Untitled'}>
            {!isOwn && <>{author ?? 'Deleted account'} · </>}
            {status === 'changed' && 'Unpublished changes · '}
            <time dateTime={isoDate(updatedAt)}>{relativeTime(updatedAt, now)}</time>
          </Row>
        ))
      }
    </ToDoList>
  );
}

/** What will be published next: the time in the site's zone and, if it differs, in the reader's. */
export function ScheduledPanel() {
  return (
    <ToDoList title="Scheduled next" empty="Nothing is scheduled.">
      {({ scheduled }) =>
        scheduled.map(({ _id: id, title, scheduledAt, isOwn, author }) => (
          <Row key={id} href={`/update-post/${id}`} title={title}>
            {!isOwn && <>{author ?? 'Deleted account'} · </>}
            {scheduledAt && <PlannedTime iso={scheduledAt} />}
          </Row>
        ))
      }
    </ToDoList>
  );
}

function PlannedTime({ iso }: { iso: string }) {
  const at = new Date(iso);
  const own = ownZone();
  return (
    <time dateTime={iso}>
      {formatInZone(at, pageValues().timeZone)} ({pageValues().timeZone})
      {!isSameZone(at, pageValues().timeZone, own) && (
        <span className="block">Your time: {formatInZone(at, own)}</span>
      )}
    </time>
  );
}

/** Comments on the user's posts that the user hasn't answered. */
export function WaitingPanel() {
  const now = useNow();
  return (
    <ToDoList title="Comments waiting for you" empty="No comments on your posts are waiting.">
      {({ waiting: { comments, total } }) => {
        const rows = comments.map(({ _id: id, content, createdAt, author, post }) => (
          <Row key={id} href={`/post/${post.slug}#comment-${id}`} title={content}>
            {author.username} on {post.title} ·{' '}
            <time dateTime={isoDate(createdAt)}>{relativeTime(createdAt, now)}</time>
          </Row>
        ));
        const more = total - comments.length;
        if (more === 0) return rows;
        return [
          ...rows,
          <li key="more" className="py-2.5 text-muted text-xs">
            and {more.toLocaleString('en-US')} more
          </li>,
        ];
      }}
    </ToDoList>
  );
}

interface ListProps {
  title: string;
  empty: string;
  children: (overview: Overview) => ReactNode[];
}

function ToDoList({ title, empty, children }: ListProps) {
  return (
    <Panel title={title} query={useOverview()} skeleton={<RowsSkeleton count={3} picture="" />}>
      {(overview) => {
        const rows = children(overview);
        if (rows.length === 0) return <p className="py-2 text-muted text-sm">{empty}</p>;
        return <ul className="-mb-2 divide-y divide-line">{rows}</ul>;
      }}
    </Panel>
  );
}

interface RowProps {
  href: string;
  title: string;
  children: ReactNode;
}

/** The whole row opens the link. */
function Row({ href, title, children }: RowProps) {
  return (
    <li className="relative py-2.5">
      <p dir="auto" className="truncate font-medium text-sm leading-snug">
        <a
          href={href}
          className="after:absolute after:inset-0 hover:underline focus-visible:outline-offset-0"
        >
          {title}
        </a>
      </p>
      <p className="mt-0.5 text-muted text-xs [overflow-wrap:anywhere]">{children}</p>
    </li>
  );
}
