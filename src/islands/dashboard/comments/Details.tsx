import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { exactTime, relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { keys } from '../data.tsx';
import { reasonText } from './decision-texts.ts';

const LIST = 'max-w-xl border-line border-l-2 pl-3 text-xs';

/** Who reported a comment, and why. */
export function Reports({ commentId }: { commentId: string }) {
  const now = useNow();
  const query = useQuery({
    queryKey: [...keys.commentDetails, 'reports', commentId],
    queryFn: ({ signal }) => call('GET /api/comment/getreports/:commentId', { commentId, signal }),
  });
  return (
    <Loaded compact query={query} skeleton={<RowsSkeleton count={1} picture="" />}>
      {({ reports }) => (
        <ul className={LIST}>
          {reports.map(({ by, reason, note, at }) => (
            <li key={by._id} className="py-1 [overflow-wrap:anywhere]">
              <strong>{by.username}</strong>: {reasonText(reason)}{' '}
              <time className="text-muted" dateTime={at} title={exactTime(at)}>
                {relativeTime(at, now)}
              </time>
              {note && <p className="whitespace-pre-wrap text-soft">{note}</p>}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** What an edited comment said before. */
export function EarlierVersions({ commentId }: { commentId: string }) {
  const now = useNow();
  const query = useQuery({
    queryKey: [...keys.commentDetails, 'versions', commentId],
    queryFn: ({ signal }) => call('GET /api/comment/getversions/:commentId', { commentId, signal }),
  });
  return (
    <Loaded compact query={query} skeleton={<RowsSkeleton count={1} picture="" />}>
      {(versions) => (
        <ul className={LIST}>
          {versions.length === 0 && (
            <li className="py-1 text-muted">No earlier versions are stored.</li>
          )}
          {versions.map(({ content, at }) => (
            <li key={at} className="py-1 [overflow-wrap:anywhere]">
              <time className="text-muted" dateTime={at} title={exactTime(at)}>
                {relativeTime(at, now)}
              </time>
              <p className="whitespace-pre-wrap text-soft">{content}</p>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
