import { lazy, Suspense } from 'react';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { type PanelProps, useLocationQuery } from '../tabs.tsx';
import { ProfileTab } from './ProfileTab.tsx';

const SecurityView = lazy(async () => ({
  default: (await import('./security/SecurityView.tsx')).SecurityView,
}));

/** The Profile tab: the profile itself, or the account's security. */
export function ProfileViews(props: PanelProps) {
  const view = new URLSearchParams(useLocationQuery()).get('view');
  if (view !== 'security') return <ProfileTab {...props} />;
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <SecurityView {...props} />
    </Suspense>
  );
}
