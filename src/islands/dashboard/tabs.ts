import type { User } from '../../../api/contract/users.ts';
import type { IconName } from '../../icons/icons.ts';

export interface Tab {
  /** The value of the query parameter `tab`. */
  id: 'dash' | 'profile' | 'posts' | 'users' | 'comments';
  label: string;
  icon: IconName;
  adminOnly: boolean;
}

/** The tabs in the order of the sidebar. */
const TABS: readonly Tab[] = [
  { id: 'dash', label: 'Overview', icon: 'layout-dashboard', adminOnly: true },
  { id: 'profile', label: 'Profile', icon: 'user-round', adminOnly: false },
  { id: 'posts', label: 'Posts', icon: 'file-text', adminOnly: true },
  { id: 'users', label: 'Users', icon: 'users-round', adminOnly: true },
  { id: 'comments', label: 'Comments', icon: 'message-square', adminOnly: true },
];

/** Returns the tabs that a user may open. */
export function tabsFor(user: User): Tab[] {
  return TABS.filter((tab) => user.isAdmin || !tab.adminOnly);
}

/**
 * Returns the tab of a query such as `?tab=posts`. Unknown and forbidden ones become the default: the
 * overview for administrators, the profile for other users.
 */
export function currentTab(query: string, user: User): Tab | undefined {
  const own = tabsFor(user);
  const requested = new URLSearchParams(query).get('tab');
  return own.find(({ id }) => id === requested) ?? own[0];
}

/** The URL of a tab. */
export function tabPath(id: Tab['id']): string {
  return `/dashboard?tab=${id}`;
}
