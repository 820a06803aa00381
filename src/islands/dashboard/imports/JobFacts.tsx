import type { ImportJob } from '../../../../api/contract/imports.ts';
import { formatSize } from '../../../lib/format.ts';
import { exactTime, relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';

/** The file of an import, and who started it when. */
export function JobFacts({ job: { name, size, by, createdAt } }: { job: ImportJob }) {
  const now = useNow();
  return (
    <p className="mt-3 text-muted text-xs [overflow-wrap:anywhere]">
      {name}
      {size > 0 && `, ${formatSize(size)}`}. Started{' '}
      <time dateTime={createdAt} title={exactTime(createdAt)}>
        {relativeTime(createdAt, now)}
      </time>
      {by === null ? ' on the terminal.' : ` by ${by}.`}
    </p>
  );
}
