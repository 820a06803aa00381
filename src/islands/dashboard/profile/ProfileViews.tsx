import { lazy, Suspense } from 'react';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useParameter } from '../lists/list-query.ts';
import type { PanelProps } from '../tabs.tsx';
import { ProfileTab } from './ProfileTab.tsx';

const SecurityView = lazy(async () => ({
  default: (await import('./security/SecurityView.tsx')).SecurityView,
}));

/** The Profile tab: the profile itself, or the account's security. */
export function ProfileViews(props: PanelProps) {
  const view = useParameter('view', ['security']);
  if (view === '') return <ProfileTab {...props} />;
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <SecurityView {...props} />
    </Suspense>
  );
}
