import type { ReactNode } from 'react';
import type { BackupStatus } from '../../../../api/contract/backups.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { counted, formatSize } from '../../../lib/format.ts';
import { relativeTime } from '../../ui/time.ts';
import { useNow } from '../../ui/useNow.ts';
import { TabLink } from '../tabs.tsx';
import { countKinds, PUBLISHING_ID, usePublishing } from './publishing.ts';
import { useSystem } from './system.ts';

/** Warns at the top of the overview when the server that answers hasn't been upgraded yet. */
export function ReleaseNotice() {
  const system = useSystem().data;
  if (!system?.newerRelease) return null;
  return (
    <Notice label="Upgrade in progress">
      The database was upgraded by {system.newerRelease}, and this server still runs{' '}
      {system.version}. Restart it with the newer version.
    </Notice>
  );
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

/** Warns at the top of the overview when a backup has failed or is overdue. */
export function BackupNotice() {
  const backups = useSystem().data?.backups;
  const now = useNow();
  return (
    <TaskNotice label="Backups" name="backup" status={backups}>
      {backups?.last
        ? `The newest backup was made ${relativeTime(backups.last.createdAt, now)}. `
        : 'There are no backups yet. '}
    </TaskNotice>
  );
}

/** Warns at the top of the overview when an export to Markdown files has failed or is overdue. */
export function ExportNotice() {
  const exports = useSystem().data?.exports;
  return <TaskNotice label="Exports" name="export to plain files" status={exports} />;
}

interface TaskProps {
  label: string;
  name: string;
  status: Pick<BackupStatus, 'failure' | 'isLate'> | null | undefined;
  children?: ReactNode;
}

function TaskNotice({ label, name, status, children }: TaskProps) {
  if (!status?.failure && !status?.isLate) return null;
  return (
    <Notice label={label}>
      {status.failure
        ? `The last ${name} failed: ${status.failure.message.replace(/\.?$/, '.')} `
        : `The next ${name} is overdue. `}
      {children}
      <TabLink tab="settings" className={LINK}>
        Open backup settings
      </TabLink>
    </Notice>
  );
}

/** Warns at the top of the overview when mail can't be sent. */
export function MailNotice() {
  const failing = useSystem().data?.failingMail ?? 0;
  if (failing === 0) return null;
  return (
    <Notice label="Failed mail">
      {counted(failing, 'email')} couldn't be sent.{' '}
      <TabLink tab="settings" className={LINK}>
        Open email settings
      </TabLink>
    </Notice>
  );
}

/** Warns at the top of the overview when visitors don't see the latest version of the site. */
export function PublishNotice() {
  const status = usePublishing().data;
  if (!status) return null;
  const { failed } = status;
  if (failed.length === 0 && !status.siteTarget?.failed) return null;
  return (
    <Notice label="What isn't live">
      {failed.length > 0
        ? `${countKinds(failed)} couldn't be published. `
        : "The bucket can't be updated. "}
      <a href={`#${PUBLISHING_ID}`} className={LINK}>
        See why
      </a>
    </Notice>
  );
}

const LINK = 'link -my-3 inline-flex min-h-11 items-center text-warn';

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
