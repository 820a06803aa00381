import type { SiteTargetStatus } from '../../../../api/contract/publish.ts';
import { isoDate } from '../../../lib/format.ts';
import { relativeTime } from '../../ui/time.ts';

/** The copy of the site in the bucket that a CDN serves. */
export function SiteCopy({ copy, now }: { copy: SiteTargetStatus; now: number }) {
  const { isHere, pending, failed, lastSyncedAt } = copy;
  if (failed) {
    return (
      <p className="mt-3 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
        The CDN doesn't have the latest changes yet, because the bucket can't be updated. We'll try
        again automatically.
      </p>
    );
  }
  // Another server copies the site.
  if (!isHere) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      {pending > 0 ? (
        `Copying to the bucket: ${pending.toLocaleString('en-US')} ${pending === 1 ? 'file' : 'files'} left`
      ) : (
        <>
          Copied to the bucket
          {lastSyncedAt && (
            <>
              , <time dateTime={isoDate(lastSyncedAt)}>{relativeTime(lastSyncedAt, now)}</time>
            </>
          )}
        </>
      )}
    </p>
  );
}
