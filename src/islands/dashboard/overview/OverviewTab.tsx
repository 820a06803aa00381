import { lazy, Suspense, useEffect, useRef } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import type { IconName } from '../../../icons/icons.ts';
import { RowsSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { useRecentComments, useRecentPosts, useRecentUsers, useSecondFactor } from '../data.tsx';
import { useFirstStart } from '../first-start/useFirstStart.ts';
import { NewLink, type PanelProps } from '../tabs.tsx';
import { ViewsPanel } from '../views/ViewsPanel.tsx';
import { DemoNotice } from './DemoNotice.tsx';
import { GoogleHint } from './GoogleHint.tsx';
import { MonthsPanel } from './MonthsPanel.tsx';
import { NewsPanel } from './NewsPanel.tsx';
import {
  BackupNotice,
  DiskNotice,
  ExportNotice,
  MailNotice,
  PublishNotice,
  ReleaseNotice,
} from './Notices.tsx';
import { PublishingPanel } from './PublishingPanel.tsx';
import { RecentComments, RecentPosts, RecentUsers } from './RecentLists.tsx';
import { SecondFactorNotice } from './SecondFactorNotice.tsx';
import { SystemPanel } from './SystemPanel.tsx';
import { DraftsPanel, ScheduledPanel, WaitingPanel } from './ToDoLists.tsx';

/** Loaded on demand because hardly anyone needs it. */
const FirstStart = lazy(async () => ({
  default: (await import('../first-start/FirstStart.tsx')).FirstStart,
}));

/** What's new and what to do. */
export function OverviewTab({ google, user, onRename }: PanelProps) {
  const { data: firstStart } = useFirstStart();
  const heading = useRef<HTMLHeadingElement>(null);
  const isStarting = firstStart !== undefined && firstStart.next !== null;
  const wasStarting = useRef(isStarting);
  useEffect(() => {
    if (wasStarting.current && !isStarting) heading.current?.focus();
    wasStarting.current = isStarting;
  }, [isStarting]);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl focus:outline-none">
          Overview
        </h1>
        <NewLink kind="post" />
      </div>
      {isStarting && (
        <Suspense fallback={<RowsSkeleton count={2} picture="" />}>
          <FirstStart firstStart={firstStart} user={user} onRename={onRename} />
        </Suspense>
      )}
      <div className="mt-5 grid gap-5 *:min-w-0 xl:grid-cols-3">
        <Panels isStarting={isStarting} />
      </div>
      {google.shown && !google.enabled && <GoogleHint redirectUri={google.redirectUri} />}
    </>
  );
}

/** `isStarting`: the first steps ask about the demo content and a passkey. */
function Panels({ isStarting }: { isStarting: boolean }) {
  const { data } = useSecondFactor();
  // The server refuses everything else.
  if (data?.missing) return <SecondFactorNotice />;
  return (
    <>
      {!isStarting && <SecondFactorNotice />}
      <ReleaseNotice />
      <DiskNotice />
      <PublishNotice />
      <MailNotice />
      <BackupNotice />
      <ExportNotice />
      <DraftsPanel />
      <ScheduledPanel />
      <WaitingPanel />
      <StatCards />
      {!isStarting && <DemoNotice />}
      <NewsPanel />
      <PublishingPanel />
      <ViewsPanel />
      <MonthsPanel />
      <RecentUsers />
      <RecentComments />
      <RecentPosts />
      <SystemPanel />
    </>
  );
}

/** The totals of users, comments, and posts, and how many are from the last 30 days. */
function StatCards() {
  const users = useRecentUsers();
  const comments = useRecentComments();
  const posts = useRecentPosts();
  return (
    <section aria-label="Totals" className="xl:col-span-3">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2 sm:gap-4">
        <StatCard
          label="Total Users"
          icon="users-round"
          counts={[users.data?.totalUsers, users.data?.lastMonthUsers]}
          failed={users.isError}
        />
        <StatCard
          label="Total Comments"
          icon="message-square"
          counts={[comments.data?.totalComments, comments.data?.lastMonthComments]}
          failed={comments.isError}
        />
        <StatCard
          label="Total Posts"
          icon="file-text"
          counts={[posts.data?.totalPosts, posts.data?.lastMonthPosts]}
          failed={posts.isError}
        />
      </ul>
    </section>
  );
}

interface CardProps {
  label: string;
  icon: IconName;
  counts: [total: number | undefined, lastMonth: number | undefined];
  failed: boolean;
}

function StatCard({ label, icon, counts: [total, lastMonth], failed }: CardProps) {
  return (
    <li className="panel flex flex-col px-3 py-3 sm:px-5 sm:py-4">
      <h2 className="flex grow items-start justify-between gap-3 font-medium font-sans text-soft text-xs tracking-normal sm:text-sm">
        {label}
        <Icon name={icon} size={18} className="text-muted max-sm:hidden" />
      </h2>
      <Figure
        value={total}
        failed={failed}
        className="mt-0.5 font-semibold text-2xl tabular-nums sm:text-3xl"
      />
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-2 text-muted text-xs sm:text-sm">
        <span>Last month</span>
        <Figure value={lastMonth} failed={failed} className="font-semibold text-ink tabular-nums" />
      </p>
    </li>
  );
}

/** Without a value, the number is loading or has failed to load. */
function Figure(props: { value: number | undefined; failed: boolean; className: string }) {
  const { value, failed, className } = props;
  if (value !== undefined || failed) {
    return <span className={className}>{value?.toLocaleString('en-US') ?? '–'}</span>;
  }
  return (
    <span className={`${className} inline-flex`}>
      <span className="sr-only">Loading...</span>
      <Skeleton className="my-[0.15em] h-[0.9em] w-10" />
    </span>
  );
}
