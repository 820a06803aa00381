import { addressOf } from '../../../../api/contract/addresses.ts';
import type { PublishStatus, SiteTargetStatus } from '../../../../api/contract/publish.ts';
import { Icon } from '../../../icons/Icon.tsx';
import type { IconName } from '../../../icons/icons.ts';
import { counted, isoDate } from '../../../lib/format.ts';
import { Spinner } from '../../ui/Button.tsx';
import { BoxSkeleton } from '../../ui/Skeleton.tsx';
import { relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { FailedPublish } from './FailedPublish.tsx';
import { Panel } from './Panel.tsx';
import { PublishingDetails } from './PublishingDetails.tsx';
import { countKinds, isResponding, PUBLISHING_ID, usePublishing } from './publishing.ts';

/** Short enough for times shown in minutes. */
const TICK_MS = 15_000;
const MAX_SHOWN_WAITING = 5;

export function PublishingPanel() {
  const query = usePublishing();
  return (
    <Panel
      id={PUBLISHING_ID}
      title="Publishing"
      query={query}
      skeleton={<BoxSkeleton className="h-14" />}
    >
      {(status) => <Status status={status} isStale={query.isError} />}
    </Panel>
  );
}

interface Summary {
  text: string;
  color: string;
  /** A spinner if there is none. */
  icon?: IconName;
  note?: string;
}

function Status({ status, isStale }: { status: PublishStatus; isStale: boolean }) {
  const { failed, index } = status;
  const now = useNow(TICK_MS);
  const { text, color, icon, note } = isStale ? STALE : summaryOf(status, now);
  return (
    <>
      <p role="status" className={`flex items-start gap-2.5 font-medium ${color}`}>
        {icon ? (
          <Icon name={icon} size={20} className="mt-0.5 shrink-0" />
        ) : (
          <Spinner className="mt-0.5" />
        )}
        <span className="text-ink">{text}</span>
      </p>
      {note && <p className="mt-1.5 text-sm text-soft">{note}</p>}
      {failed.length > 0 && (
        <ul aria-label="Not live" className="mt-2 divide-y divide-line">
          {failed.map((one) => (
            <FailedPublish key={one.postId} publish={one} now={now} />
          ))}
        </ul>
      )}
      <InProgress status={status} />
      {index.state === 'failed' && (
        <p className="mt-3 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          Search doesn't include the latest changes yet. We'll try again automatically.
        </p>
      )}
      {status.siteTarget && <SiteCopy copy={status.siteTarget} now={now} />}
      <LastPublished live={status.live} now={now} />
      <PublishingDetails status={status} now={now} />
    </>
  );
}

const STALE: Summary = {
  text: "The server isn't responding. This is the last known status.",
  color: 'text-warn',
  icon: 'circle-alert',
};

function summaryOf(status: PublishStatus, now: number): Summary {
  const { failed, queued, rendering, release, nodes, siteTarget } = status;
  if (failed.length > 0) {
    const text = `${countKinds(failed)} ${failed.length === 1 ? "isn't" : "aren't"} live`;
    return { text, color: 'text-danger', icon: 'circle-alert' };
  }
  if (release.state === 'rendering') {
    const [done, total] = [release.rendered, release.total].map((n) => n.toLocaleString('en-US'));
    const pages = release.total > 0 ? `${done} of ${total} pages` : `${done} pages so far`;
    // The first release: there is no previous version.
    if (release.pages === 0) {
      const note =
        'Visitors can already read every page. Some open more slowly until this is done.';
      return { text: `Publishing the site: ${pages}`, color: 'text-warn', note };
    }
    const note = 'Visitors see the previous version until all pages are done.';
    return { text: `Rebuilding the site: ${pages}`, color: 'text-warn', note };
  }
  const waiting = [...queued, ...rendering];
  if (waiting.length > 0) {
    return { text: `Publishing ${countKinds(waiting)}`, color: 'text-warn' };
  }
  const hasFailed = nodes.some((node) => node.failed > 0 && isResponding(node, now));
  // The row of this server's own failures may be a few seconds old.
  if (nodes.length > 1 && hasFailed) {
    const note = "A server couldn't publish everything. It will try again automatically.";
    const text = 'Not every server has the latest pages';
    return { text, color: 'text-warn', icon: 'circle-alert', note };
  }
  // Visitors of a CDN see what is in the bucket.
  if (siteTarget?.failed) {
    return { text: "The CDN isn't up to date", color: 'text-warn', icon: 'circle-alert' };
  }
  if (siteTarget && siteTarget.pending > 0) {
    const files = counted(siteTarget.pending, 'file');
    const note = 'Visitors see the latest changes when this is done.';
    return { text: `Copying to the bucket: ${files} left`, color: 'text-warn', note };
  }
  const note = 'Visitors see the latest version of every page.';
  return { text: 'Everything is live', color: 'text-success', icon: 'circle-check', note };
}

/** The posts and pages that are being published. */
function InProgress({ status: { rendering, queued } }: { status: PublishStatus }) {
  const waiting = [...rendering, ...queued];
  if (waiting.length === 0) return null;
  const more = waiting.length - MAX_SHOWN_WAITING;
  return (
    <ul aria-label="In progress" className="mt-3 space-y-1 text-sm text-soft">
      {waiting.slice(0, MAX_SHOWN_WAITING).map(({ postId, title, slug, action, state }) => (
        <li key={postId} className="[overflow-wrap:anywhere]">
          <span className="text-ink">{title ?? slug}</span> ·{' '}
          {state === 'queued'
            ? 'waiting'
            : action === 'remove'
              ? 'being removed'
              : 'being published'}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}

function LastPublished({ live: [last], now }: Pick<PublishStatus, 'live'> & { now: number }) {
  if (!last) return null;
  return (
    <p className="mt-3 text-sm text-soft [overflow-wrap:anywhere]">
      Last published:{' '}
      <a className="link" href={addressOf(last.slug)}>
        {last.title ?? last.slug}
      </a>
      , <time dateTime={isoDate(last.liveAt)}>{relativeTime(last.liveAt, now)}</time>
    </p>
  );
}

/** The copy of the site in the bucket that a CDN serves. */
function SiteCopy({ copy, now }: { copy: SiteTargetStatus; now: number }) {
  const { isHere, pending, failed, lastSyncedAt } = copy;
  if (failed) {
    return (
      <p className="mt-3 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
        The bucket can't be updated, so visitors don't see the latest changes yet. We'll try again
        automatically.
      </p>
    );
  }
  // Another server does the copying, or the summary shows the progress.
  if (!isHere || pending > 0) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Copied to the bucket
      {lastSyncedAt && (
        <>
          , <time dateTime={isoDate(lastSyncedAt)}>{relativeTime(lastSyncedAt, now)}</time>
        </>
      )}
    </p>
  );
}
