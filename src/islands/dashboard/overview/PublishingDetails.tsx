import type { ReactNode } from 'react';
import type { PublishStatus } from '../../../../api/contract/publish.ts';
import { counted, isoDate } from '../../../lib/format.ts';
import { relativeTime } from '../../ui/time.ts';
import { Details } from './Details.tsx';
import { isResponding } from './publishing.ts';

/** Technical details, for the people who run the server. */
export function PublishingDetails({ status, now }: { status: PublishStatus; now: number }) {
  const { failed, live, release, index, nodes, siteTarget } = status;
  return (
    <Details summary="Details">
      <dl className="space-y-2 text-muted text-xs [overflow-wrap:anywhere]">
        {release.pages > 0 && <Detail name="Site">{counted(release.pages, 'live page')}</Detail>}
        <Detail name="Search index">
          <SearchIndex index={index} now={now} />
        </Detail>
        {live[0] && <Detail name="Last publish">took {duration(live[0].totalMs)}</Detail>}
        {nodes.length > 1 &&
          nodes.map((node) => (
            <Detail key={node.id} name={`${ROLES[node.role]} ${node.id.slice(0, 8)}`}>
              <NodeState node={node} now={now} />
            </Detail>
          ))}
        {siteTarget?.failed && (
          <Detail name="Bucket">
            <span className="font-mono">{siteTarget.failed}</span>
          </Detail>
        )}
        {failed.map(({ postId, title, slug, error, attempts }) => (
          <Detail key={postId} name={title ?? slug}>
            {counted(attempts, 'attempt')},{' '}
            <span className="font-mono">{error ?? 'no error message'}</span>
          </Detail>
        ))}
      </dl>
    </Details>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline font-semibold">{name}:</dt> <dd className="inline">{children}</dd>
    </div>
  );
}

function SearchIndex({ index, now }: { index: PublishStatus['index']; now: number }) {
  const { state, posts, waiting, indexedAt, error } = index;
  return (
    <>
      {counted(posts, 'entry', 'entries')}
      {indexedAt && (
        <>
          , <time dateTime={isoDate(indexedAt)}>{relativeTime(indexedAt, now)}</time>
        </>
      )}
      {waiting > 0 && `, ${waiting} waiting`}
      {state === 'failed' && <span className="font-mono">, {error}</span>}
    </>
  );
}

const ROLES = {
  all: 'Server',
  web: 'Web server',
  publisher: 'Publisher',
  function: 'Function',
} as const satisfies Record<PublishStatus['nodes'][number]['role'], string>;

function NodeState({ node, now }: { node: PublishStatus['nodes'][number]; now: number }) {
  const { behind, failed, heartbeat } = node;
  if (!isResponding(node, now)) {
    return (
      <>
        not responding, last seen{' '}
        <time dateTime={isoDate(heartbeat)}>{relativeTime(heartbeat, now)}</time>
      </>
    );
  }
  const progress = behind > 0 ? `${counted(behind, 'change')} behind` : 'up to date';
  return failed > 0 ? `${progress}, ${failed} failed` : progress;
}

function duration(ms: number): string {
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}
