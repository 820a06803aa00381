import { AdminData } from '../lists/AdminData.tsx';
import { PublishingPanel } from '../publishing/PublishingPanel.tsx';
import { DemoNotice } from './DemoNotice.tsx';
import { MonthsPanel } from './MonthsPanel.tsx';
import { RecentComments, RecentPosts, RecentUsers } from './RecentLists.tsx';
import { StatCards } from './StatCards.tsx';

/** The overview: totals, the last twelve months, the state of publishing, and what is new. */
export function DashTab() {
  return (
    <AdminData>
      <div className="max-w-6xl">
        <h1 className="text-2xl">Overview</h1>
        <div className="mt-5 grid gap-5 *:min-w-0 xl:grid-cols-3">
          <DemoNotice />
          <StatCards />
          <MonthsPanel />
          <PublishingPanel />
          <RecentUsers />
          <RecentComments />
          <RecentPosts />
        </div>
      </div>
    </AdminData>
  );
}
