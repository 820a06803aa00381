import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import type { User } from '../../../api/contract/users.ts';
import { Guard } from '../auth/Guard.tsx';
import { ProofDialog } from '../auth/ProofDialog.tsx';
import { ErrorState } from '../ui/list-states.tsx';
import { RowsSkeleton, Skeleton } from '../ui/Skeleton.tsx';
import { Sidebar } from './Sidebar.tsx';
import { currentTab, type PanelProps, type Tab, useLocationQuery } from './tabs.tsx';

type Panel = ComponentType<PanelProps>;

/** A panel that shows lists. Its code is loaded when it's opened. */
function panel(load: () => Promise<Panel>): Panel {
  return lazy(async () => {
    const [{ AdminData }, Loaded] = await Promise.all([import('./data.tsx'), load()]);
    return {
      default: (props: PanelProps) => (
        <AdminData>
          <Loaded {...props} />
        </AdminData>
      ),
    };
  });
}

const PANELS: Record<Tab['id'], Panel> = {
  dash: panel(async () => (await import('./overview/OverviewTab.tsx')).OverviewTab),
  profile: lazy(async () => ({
    default: (await import('./profile/ProfileViews.tsx')).ProfileViews,
  })),
  notifications: panel(
    async () => (await import('./notifications/NotificationsTab.tsx')).NotificationsTab,
  ),
  posts: panel(async () => (await import('./posts/PostsTab.tsx')).PostsTab),
  pages: panel(async () => (await import('./pages/PagesTab.tsx')).PagesTab),
  media: panel(async () => (await import('./media/MediaTab.tsx')).MediaTab),
  users: panel(async () => (await import('./lists/UsersTab.tsx')).UsersTab),
  redirects: panel(async () => (await import('./redirects/RedirectsTab.tsx')).RedirectsTab),
  import: panel(async () => (await import('./imports/ImportTab.tsx')).ImportTab),
  audit: panel(async () => (await import('./lists/AuditTab.tsx')).AuditTab),
  settings: panel(async () => (await import('./settings/SettingsTab.tsx')).SettingsTab),
  comments: panel(async () => (await import('./comments/CommentsTab.tsx')).CommentsTab),
};

interface Props {
  siteName: string;
  mail: boolean;
  passkeys: boolean;
  google: PanelProps['google'];
}

export function Dashboard(props: Props) {
  return (
    <Guard audience="user" heading="Dashboard" skeleton={<ShellSkeleton />}>
      {/* The key discards everything that another user typed or loaded. */}
      {(user) => <Shell key={user._id} user={user} {...props} />}
    </Guard>
  );
}

function Shell({ siteName, ...props }: Props & { user: User }) {
  const { user, google } = props;
  const [name, setName] = useState(siteName);
  const tab = currentTab(useLocationQuery(), user);
  const label = tab?.label;
  const Panel = tab && PANELS[tab.id];
  useEffect(() => {
    if (label) document.title = `${label} – Dashboard – ${name}`;
  }, [label, name]);
  return (
    <div className="min-h-[calc(100dvh-4rem)] lg:flex">
      <Sidebar user={user} current={tab?.id} />
      <div className="min-w-0 grow px-5 pt-8 pb-16 md:px-8 lg:px-12 lg:pt-10">
        {/* Centered, so that wide screens don't leave one large gap on the right. */}
        <div className="mx-auto max-w-6xl">
          <p className="sr-only" role="status">
            {label}
          </p>
          {Panel && (
            <PanelBoundary key={tab.id} title={tab.label}>
              <Suspense fallback={<PanelSkeleton title={tab.label} />}>
                <Panel {...props} onRename={setName} />
              </Suspense>
            </PanelBoundary>
          )}
        </div>
      </div>
      <ProofDialog user={user} google={google} />
    </div>
  );
}

interface BoundaryProps {
  title: string;
  children: ReactNode;
}

/**
 * Keeps the sidebar usable if a panel fails, mostly because its code can't be loaded after an
 * update.
 */
class PanelBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <h1 className="mb-6 text-2xl">{this.props.title}</h1>
        <ErrorState
          title="This part of the dashboard couldn't be opened"
          onRetry={() => window.location.reload()}
        />
      </>
    );
  }
}

function PanelSkeleton({ title }: { title: string }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <RowsSkeleton />
    </>
  );
}

function ShellSkeleton() {
  return (
    <div className="min-h-[70dvh] lg:flex" aria-hidden="true">
      <div className="border-line border-b bg-sunken px-5 py-4 md:px-8 lg:h-[calc(100dvh-4rem)] lg:w-68 lg:shrink-0 lg:border-r lg:border-b-0 lg:pt-8">
        <div className="flex items-center gap-3">
          <Skeleton className="size-11 rounded-full" />
          <div className="grow">
            <Skeleton className="h-4 w-2/3 max-w-32" />
            <Skeleton className="mt-2 h-3 w-1/3 max-w-20" />
          </div>
        </div>
        <Skeleton className="mt-4 h-9 w-28 lg:mt-8 lg:w-full" />
      </div>
      <div className="grow px-5 pt-8 md:px-8 lg:px-12 lg:pt-10">
        <div className="mx-auto max-w-6xl">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="mt-8 h-11 max-w-xl" />
          <Skeleton className="mt-5 h-11 max-w-xl" />
          <Skeleton className="mt-5 h-11 max-w-xl" />
        </div>
      </div>
    </div>
  );
}
