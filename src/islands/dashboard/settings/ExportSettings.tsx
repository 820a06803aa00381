import type { ExportStatus } from '../../../../api/contract/backups.ts';
import { Fact, ScheduleField, TaskAlert, TaskFacts, useTaskSettings } from './task-parts.tsx';

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

function Scheduled({ status }: { status: ExportStatus }) {
  const { settings, set, isPending } = useTaskSettings();
  return (
    <>
      <TaskAlert task="export" status={status} />
      <TaskFacts task="export" status={status}>
        <Fact name="Folder">{status.folder}</Fact>
      </TaskFacts>
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
