import type { Document } from '../../../../api/contract/documents.ts';
import { EditorIcon } from '../../../icons/EditorIcon.tsx';
import { pageValues } from '../../../lib/page-values.ts';
import { formatInZone, isSameZone, ownZone } from '../../../lib/zones.ts';
import { Button } from '../../ui/Button.tsx';
import type { Manage } from './useManage.tsx';

export function ScheduleBanner({ document, manage }: { document: Document; manage: Manage }) {
  if (document.status !== 'scheduled' || !document.scheduledAt) return null;
  const at = new Date(document.scheduledAt);
  const own = ownZone();
  return (
    <section className="draft-offer" aria-label="Schedule">
      <EditorIcon name="calendar" size={20} className="mt-3 shrink-0" />
      <div className="min-w-0 grow basis-56 self-center">
        <p className="font-semibold text-sm">
          Goes live on {formatInZone(at, pageValues().timeZone)} ({pageValues().timeZone})
        </p>
        {!isSameZone(at, pageValues().timeZone, own) && (
          <p className="text-muted text-sm">
            {formatInZone(at, own)} where you are ({own})
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button small variant="secondary" onClick={() => manage.setOpen('schedule')}>
          Change
        </Button>
        <Button small variant="quiet" onClick={() => void manage.unschedule()}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
