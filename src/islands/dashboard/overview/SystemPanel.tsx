import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SystemStatus } from '../../../../api/contract/system.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { call } from '../../../lib/api.ts';
import { counted, formatSize } from '../../../lib/format.ts';
import { BoxSkeleton } from '../../ui/Skeleton.tsx';
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
    <section
      aria-label="Disk"
      className="flex items-start gap-2.5 rounded-2xl bg-warn-soft px-5 py-3 text-sm text-warn xl:col-span-3"
    >
      <Icon name="circle-alert" size={18} className="mt-px shrink-0" />
      <p>
        The server's disk is nearly full: {formatSize(disk.free)} left. When it's full, nothing can
        be saved and no one can sign in. Free some space on the server.
      </p>
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
  status: { version, disk, databaseBytes, failingMail },
}: {
  status: SystemStatus;
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-4 text-sm sm:grid-cols-4">
      <Fact name="Free disk space">
        {disk ? `${formatSize(disk.free)} of ${formatSize(disk.total)}` : 'Unknown'}
      </Fact>
      <Fact name="Database">{formatSize(databaseBytes)}</Fact>
      <Fact name="Mail">
        <Mail failing={failingMail} />
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
