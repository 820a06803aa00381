import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { IconName } from '../../icons/icons.ts';
import type { User } from '../../lib/api.ts';

/** What the panel of a tab is given. */
export interface PanelProps {
  user: User;
}

export interface Tab {
  /** The value of the query parameter `tab`. */
  id: 'dash' | 'profile' | 'posts' | 'users' | 'comments';
  label: string;
  icon: IconName;
  adminOnly: boolean;
  /** Loaded when the tab is opened. */
  Panel: LazyExoticComponent<ComponentType<PanelProps>>;
}

/** The tabs, in the order of the sidebar. */
export const TABS: readonly Tab[] = [
  {
    id: 'dash',
    label: 'Overview',
    icon: 'layout-dashboard',
    adminOnly: true,
    Panel: lazy(async () => ({ default: (await import('./dash/DashTab.tsx')).DashTab })),
  },
  {
    id: 'profile',
    label: 'Profile',
    icon: 'user-round',
    adminOnly: false,
    Panel: lazy(async () => ({ default: (await import('./profile/ProfileTab.tsx')).ProfileTab })),
  },
  {
    id: 'posts',
    label: 'Posts',
    icon: 'file-text',
    adminOnly: true,
    Panel: lazy(async () => ({ default: (await import('./posts/PostsTab.tsx')).PostsTab })),
  },
  {
    id: 'users',
    label: 'Users',
    icon: 'users-round',
    adminOnly: true,
    Panel: lazy(async () => ({ default: (await import('./users/UsersTab.tsx')).UsersTab })),
  },
  {
    id: 'comments',
    label: 'Comments',
    icon: 'message-square',
    adminOnly: true,
    Panel: lazy(async () => ({
      default: (await import('./comments/CommentsTab.tsx')).CommentsTab,
    })),
  },
];

/** The tabs that this user has. */
export function tabsOf(user: User, tabs: readonly Tab[] = TABS): Tab[] {
  return tabs.filter((tab) => user.isAdmin || !tab.adminOnly);
}

/**
 * The tab that a query (`?tab=posts`) asks for. One that is unknown, or not this user's, becomes the
 * default: the overview for administrators, the profile for everybody else.
 */
export function tabFor(query: string, user: User, tabs: readonly Tab[] = TABS): Tab | undefined {
  const own = tabsOf(user, tabs);
  const asked = new URLSearchParams(query).get('tab');
  const byId = (id: string | null) => own.find((tab) => tab.id === id);
  return byId(asked) ?? byId(user.isAdmin ? 'dash' : 'profile') ?? byId('profile');
}
