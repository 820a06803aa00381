import type { ExportStatus } from '../../../../api/contract/backups.ts';
import { Alert } from '../../ui/Alert.tsx';
import { exactTime, relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { Fact, nextText, ScheduleField, useTaskSettings } from './task-parts.tsx';

/** Scheduled exports to Markdown files: their status and the schedule. */
export function ExportSettings({ status }: { status: ExportStatus | null }) {
  return (
    <section aria-labelledby="plain-files" className="grid gap-4">
      <div>
        <h3 id="plain-files" className="font-sans font-semibold text-sm">
          Plain files
        </h3>
        <p className="mt-2 max-w-prose text-soft">
          The whole site as a folder of Markdown files and pictures, for any editor or a Git
          repository.{' '}
          {status === null &&
            'To export it by schedule, set EXPORT_DIR to a folder on the server and restart Inkwell (docs/import-export.md).'}
        </p>
      </div>
      {status && <Scheduled status={status} />}
    </section>
  );
}

function Scheduled({
  status: { failure, folder, isLate, last, nextAt },
}: {
  status: ExportStatus;
}) {
  const now = useNow();
  const { settings, set, isPending } = useTaskSettings();
  return (
    <>
      {failure && (
        <Alert>
          The last export failed on {exactTime(failure.at)}: {failure.message}
        </Alert>
      )}
      {isLate && !failure && <Alert>The next export is overdue.</Alert>}
      <dl className="grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-3">
        <Fact name="Last export">
          {last ? (
            <time dateTime={last.createdAt} title={exactTime(last.createdAt)}>
              {relativeTime(last.createdAt, now)}
            </time>
          ) : (
            'None yet'
          )}
        </Fact>
        <Fact name="Folder">{folder}</Fact>
        <Fact name="Next export" className="max-sm:col-span-2">
          {nextText(nextAt, now)}
        </Fact>
      </dl>
      {settings && (
        <div className="grid max-w-xl gap-5 sm:grid-cols-2">
          <ScheduleField
            label="Export schedule"
            value={settings.exportEvery}
            disabled={isPending}
            onChange={(exportEvery) => set({ exportEvery })}
          />
        </div>
      )}
    </>
  );
}
