import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BackupStatus } from '../../../../api/contract/backups.ts';
import type { SystemStatus } from '../../../../api/contract/system.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { counted, formatSize } from '../../../lib/format.ts';
import { BoxSkeleton } from '../../ui/Skeleton.tsx';
import { relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { keys } from '../data.tsx';
import { TabLink } from '../tabs.tsx';
import { Panel } from './Panel.tsx';

function useSystem() {
  return useQuery({
    queryKey: keys.system,
    queryFn: ({ signal }) => call('GET /api/stats/system', { signal }),
  });
}

/** Warns at the top of the overview when the disk is nearly full. */
export function DiskNotice() {
  const disk = useSystem().data?.disk;
  if (!disk?.isNearlyFull) return null;
  return (
    <Notice label="Disk">
      The server's disk is nearly full: {formatSize(disk.free)} left. When it's full, nothing can be
      saved and no one can sign in. Free some space on the server.
    </Notice>
  );
}

/** Warns at the top of the overview when a scheduled backup has failed or is overdue. */
export function BackupNotice() {
  const backups = useSystem().data?.backups;
  const now = useNow();
  if (!backups || backups.every === 'off' || !(backups.failure || backups.isLate)) return null;
  const { failure, last } = backups;
  return (
    <Notice label="Backups">
      {failure
        ? `The last backup failed: ${failure.message.replace(/\.?$/, '.')} `
        : 'The next backup is overdue. '}
      {last
        ? `The newest backup was made ${relativeTime(last.createdAt, now)}. `
        : 'There are no backups yet. '}
      <TabLink tab="settings" className="link -my-3 inline-flex min-h-11 items-center text-warn">
        Open backup settings
      </TabLink>
    </Notice>
  );
}

function Notice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex items-start gap-2.5 rounded-2xl bg-warn-soft px-5 py-3 text-sm text-warn xl:col-span-3"
    >
      <Icon name="circle-alert" size={18} className="mt-px shrink-0" />
      <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
    </section>
  );
}

/** The state of the server, for administrators. */
export function SystemPanel() {
  const query = useSystem();
  return (
    <Panel
      title="System"
      className="xl:col-span-3"
      query={query}
      skeleton={<BoxSkeleton className="h-10" />}
    >
      {(status) => <Status status={status} />}
    </Panel>
  );
}

function Status({
  status: { version, disk, databaseBytes, failingMail, backups },
}: {
  status: SystemStatus;
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-4 text-sm sm:grid-cols-3 lg:grid-cols-5">
      <Fact name="Free disk space">
        {disk ? `${formatSize(disk.free)} of ${formatSize(disk.total)}` : 'Unknown'}
      </Fact>
      <Fact name="Database">{formatSize(databaseBytes)}</Fact>
      <Fact name="Mail">
        <Mail failing={failingMail} />
      </Fact>
      <Fact name="Last backup">
        <LastBackup {...backups} />
      </Fact>
      <Fact name="Inkwell">Version {version}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="mt-0.5 font-medium [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Mail({ failing }: { failing: number | null }) {
  if (failing === null) return 'Not set up';
  if (failing === 0) return 'No failures';
  return (
    <TabLink tab="settings" className="link -my-3 inline-flex min-h-11 items-center text-danger">
      {counted(failing, 'message')} failed
    </TabLink>
  );
}

function LastBackup({ every, last }: BackupStatus) {
  const now = useNow();
  if (last) return relativeTime(last.createdAt, now);
  return every === 'off' ? 'Off' : 'None yet';
}
