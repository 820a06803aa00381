import { Icon } from '../../../icons/Icon.tsx';
import type { IconName } from '../../../icons/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRecentComments, useRecentPosts, useRecentUsers } from './recent.ts';

/** How many users, comments and posts there are, and how many of them are from the last 30 days. */
export function StatCards() {
  const users = useRecentUsers();
  const comments = useRecentComments();
  const posts = useRecentPosts();
  return (
    <section aria-label="Totals" className="xl:col-span-3">
      <ul className="grid gap-3 sm:grid-cols-3 sm:gap-4">
        <StatCard
          label="Total Users"
          icon="users-round"
          total={users.data?.totalUsers}
          lastMonth={users.data?.lastMonthUsers}
          failed={users.isError}
        />
        <StatCard
          label="Total Comments"
          icon="message-square"
          total={comments.data?.totalComments}
          lastMonth={comments.data?.lastMonthComments}
          failed={comments.isError}
        />
        <StatCard
          label="Total Posts"
          icon="file-text"
          total={posts.data?.totalPosts}
          lastMonth={posts.data?.lastMonthPosts}
          failed={posts.isError}
        />
      </ul>
    </section>
  );
}

interface CardProps {
  label: string;
  icon: IconName;
  /** Undefined until it is known. */
  total: number | undefined;
  lastMonth: number | undefined;
  failed: boolean;
}

function StatCard({ label, icon, total, lastMonth, failed }: CardProps) {
  return (
    <li className="panel flex flex-col px-5 py-3.5 sm:py-4">
      <h2 className="flex items-center justify-between gap-3 font-medium font-sans text-sm text-soft tracking-normal">
        {label}
        <Icon name={icon} size={18} className="text-muted" />
      </h2>
      <Figure
        value={total}
        failed={failed}
        className="mt-0.5 font-semibold text-2xl tabular-nums sm:text-3xl"
      />
      <p className="mt-1 flex items-baseline justify-between gap-3 text-muted text-sm">
        <span>Last month</span>
        <Figure value={lastMonth} failed={failed} className="font-semibold text-ink tabular-nums" />
      </p>
    </li>
  );
}

interface FigureProps {
  value: number | undefined;
  failed: boolean;
  className: string;
}

function Figure({ value, failed, className }: FigureProps) {
  if (value !== undefined)
    return <span className={className}>{value.toLocaleString('en-US')}</span>;
  if (failed) return <span className={className}>–</span>;
  return (
    <span className={`${className} inline-flex`}>
      <span className="sr-only">Loading...</span>
      <Skeleton className="my-[0.15em] h-[0.9em] w-10" />
    </span>
  );
}
