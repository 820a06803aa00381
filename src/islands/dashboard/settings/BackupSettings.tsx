import type { BackupList } from '../../../../api/contract/backups.ts';
import { formatSize } from '../../../lib/format.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Panel } from '../overview/Panel.tsx';
import { BackupRows } from './BackupRows.tsx';
import { ExportSettings } from './ExportSettings.tsx';
import { RestoreHelp } from './RestoreHelp.tsx';
import { Fact, ScheduleField, TaskAlert, TaskFacts, useTaskSettings } from './task-parts.tsx';
import { useBackups } from './useBackups.ts';

/** Scheduled backups and exports: their status, the schedules, and the list of backups. */
export function BackupSettings() {
  const { backups, make, isRunning } = useBackups();
  return (
    <Panel title="Backups" query={backups} skeleton={<RowsSkeleton count={4} picture="" />}>
      {(list) => (
        <div className="grid gap-5 text-sm">
          <p className="max-w-prose text-soft">{contents(list)}</p>
          {!list.isRunning && <TaskAlert task="backup" status={list} />}
          {list.last?.kind === 'export' && (
            <Alert tone="info">
              pg_dump isn’t installed on the server, so backups contain an export instead of the
              whole database: users, posts and comments, but no settings, passkeys or audit log. To
              back up everything, install PostgreSQL’s client tools on the server.
            </Alert>
          )}
          <TaskFacts task="backup" status={list} isRunning={isRunning}>
            <Fact name="Size">{list.last ? formatSize(list.last.size) : '–'}</Fact>
          </TaskFacts>
          <Button
            variant="secondary"
            className="justify-self-start"
            busy={isRunning}
            busyLabel="Backing up..."
            onClick={() => make.mutate()}
          >
            Back Up Now
          </Button>
          <Schedule />
          <BackupRows backups={list.backups} />
          <RestoreHelp list={list} />
          <ExportSettings status={list.exports} />
        </div>
      )}
    </Panel>
  );
}

function contents({ folder }: BackupList): string {
  const check = 'Inkwell reads each backup back to check it.';
  return folder === null
    ? `A backup contains the database, and the configuration without its secrets. ${check} Backups are stored in the same bucket as the pictures, but aren’t public.`
    : `A backup contains the database, the pictures, and the configuration without its secrets. ${check} Backups stay on the server, so download one from time to time: if the disk fails, they’re lost, too.`;
}

const KEEP = [1, 3, 7, 14, 30, 100];

function Schedule() {
  const { settings, set, isPending } = useTaskSettings();
  if (!settings) return null;
  const { backupEvery, backupKeep } = settings;
  return (
    <div className="grid max-w-xl gap-5 sm:grid-cols-2">
      <ScheduleField
        label="Backup schedule"
        value={backupEvery}
        disabled={isPending}
        onChange={(every) => set({ backupEvery: every })}
      />
      <SelectField
        label="Backups to keep"
        value={backupKeep}
        disabled={isPending}
        onChange={({ target }) => set({ backupKeep: Number(target.value) })}
      >
        {/* The API accepts any number from 1 to 100. */}
        {[...new Set([...KEEP, backupKeep])]
          .sort((a, b) => a - b)
          .map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
      </SelectField>
    </div>
  );
}
