import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BackupStatus } from '../../../../api/contract/backups.ts';
import type { ChangelogSection, SystemStatus } from '../../../../api/contract/system.ts';
import { call } from '../../../lib/api.ts';
import { counted, formatSize } from '../../../lib/format.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { BoxSkeleton } from '../../ui/Skeleton.tsx';
import { relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { keys } from '../data.tsx';
import { TabLink } from '../tabs.tsx';
import { Details } from './Details.tsx';
import { Panel } from './Panel.tsx';
import { useSystem } from './system.ts';

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
      {(status) => (
        <>
          <Status status={status} />
          <WhatsNew />
        </>
      )}
    </Panel>
  );
}

function Status({
  status: { version, disk, databaseBytes, pictureBytes, failingMail, backups },
}: {
  status: SystemStatus;
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-4 text-sm sm:grid-cols-3 lg:grid-cols-6">
      <Fact name="Free disk space">
        {disk ? `${formatSize(disk.free)} of ${formatSize(disk.total)}` : 'Unknown'}
      </Fact>
      <Fact name="Database">{formatSize(databaseBytes)}</Fact>
      <Fact name="Pictures">{pictureBytes > 0 ? formatSize(pictureBytes) : 'None'}</Fact>
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

/** The changelog of the running version. Loaded when it's opened. */
function WhatsNew() {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: keys.changelog,
    queryFn: ({ signal }) => call('GET /api/stats/changelog', { signal }),
    enabled: isOpen,
  });
  return (
    <Details summary="What's new" onOpen={() => setOpen(true)}>
      {isOpen && (
        <Loaded compact query={query}>
          {(sections) =>
            sections.length === 0
              ? 'The changelog of this version is missing.'
              : sections.map((section) => <Changes key={section.title} {...section} />)
          }
        </Loaded>
      )}
    </Details>
  );
}

function Changes({ title, groups }: ChangelogSection) {
  return (
    <div className="max-w-prose text-sm [overflow-wrap:anywhere]">
      <h3 className="mt-3 font-sans font-semibold text-sm tracking-normal">{title}</h3>
      {groups.map(({ name, items }) => (
        <div key={name}>
          <h4 className="mt-2 font-sans font-medium text-muted text-xs tracking-normal">{name}</h4>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
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
