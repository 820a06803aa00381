import type { SiteTargetStatus } from '../../../../api/contract/publish.ts';
import { isoDate } from '../../../lib/format.ts';
import { relativeTime } from '../../ui/time.ts';

/** The copy of the site in the bucket that a CDN serves. */
export function SiteCopy({ copy, now }: { copy: SiteTargetStatus; now: number }) {
  const { isHere, pending, failed, lastSyncedAt } = copy;
  if (failed) {
    return (
      <p className="mt-3 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
        The bucket can't be updated, so visitors don't see the latest changes yet. We'll try again
        automatically.
      </p>
    );
  }
  // Another server copies the site, or the summary tells how far it is.
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
