import { lazy, Suspense } from 'react';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { type PanelProps, useLocationQuery } from '../tabs.tsx';
import { ProfileTab } from './ProfileTab.tsx';

const SecurityView = lazy(async () => ({
  default: (await import('./security/SecurityView.tsx')).SecurityView,
}));

const NotificationsView = lazy(async () => ({
  default: (await import('./NotificationsView.tsx')).NotificationsView,
}));

/** The Profile tab: the profile itself, the account's security, or mail about comments. */
export function ProfileViews(props: PanelProps) {
  const view = new URLSearchParams(useLocationQuery()).get('view');
  if (view !== 'security' && view !== 'notifications') return <ProfileTab {...props} />;
  const View = view === 'security' ? SecurityView : NotificationsView;
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <View {...props} />
    </Suspense>
  );
}
