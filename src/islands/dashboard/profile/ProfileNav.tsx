import { TabLink } from '../tabs.tsx';

export type ProfileView = 'profile' | 'security' | 'notifications';

const VIEWS = [
  ['profile', 'Profile'],
  ['security', 'Security'],
  ['notifications', 'Notifications'],
] as const;

/** The parts of the Profile tab. */
export function ProfileNav({ current }: { current: ProfileView }) {
  return (
    <nav aria-label="Profile" className="mt-4 flex flex-wrap gap-x-1 border-line border-b">
      {VIEWS.map(([view, label]) => (
        <TabLink
          key={view}
          tab="profile"
          query={view === 'profile' ? {} : { view }}
          aria-current={view === current ? 'page' : undefined}
          className={`-mb-px inline-flex min-h-11 items-center border-b-2 px-3 font-medium text-sm ${
            view === current
              ? 'border-mark-shape text-mark forced-colors:underline'
              : 'border-transparent text-soft hover:text-ink'
          }`}
        >
          {label}
        </TabLink>
      ))}
    </nav>
  );
}
