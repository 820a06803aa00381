import { useStore } from '@nanostores/react';
import { type ComponentProps, useSyncExternalStore } from 'react';
import type { DocumentKind } from '../../../api/contract/documents.ts';
import { includesRole, type Role, type User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import type { IconName } from '../../icons/icons.ts';
import { $preferences } from '../../stores/preferences.ts';
import type { GoogleSetup } from '../auth/ProviderSignIn.tsx';

export interface Tab {
  /** The value of the query parameter `tab`. */
  id:
    | 'dash'
    | 'profile'
    | 'notifications'
    | 'posts'
    | 'pages'
    | 'media'
    | 'users'
    | 'comments'
    | 'redirects'
    | 'import'
    | 'audit'
    | 'settings';
  label: string;
  icon: IconName;
  /** The lowest role that has this tab. */
  least: Role;
}

/** Here, because every page of the dashboard loads this file. */
export const ROLE_NAMES: Record<Role, string> = {
  reader: 'User',
  author: 'Author',
  editor: 'Editor',
  administrator: 'Administrator',
};

/** The props of each tab's panel. */
export interface PanelProps {
  user: User;
  /** The site sends mail. */
  mail: boolean;
  /** Browsers offer passkeys at the site's address. */
  passkeys: boolean;
  /** Shows another name of the site in the page's title. */
  onRename: (name: string) => void;
  google: GoogleSetup & {
    /** The redirect URI to register with Google. */
    redirectUri: string;
  };
}

const TABS: readonly Tab[] = [
  { id: 'dash', label: 'Overview', icon: 'layout-dashboard', least: 'administrator' },
  { id: 'profile', label: 'Profile', icon: 'user-round', least: 'reader' },
  { id: 'notifications', label: 'Notifications', icon: 'bell', least: 'reader' },
  { id: 'posts', label: 'Posts', icon: 'file-text', least: 'author' },
  { id: 'pages', label: 'Pages', icon: 'book-open', least: 'editor' },
  { id: 'media', label: 'Media', icon: 'image-up', least: 'author' },
  { id: 'users', label: 'Users', icon: 'users-round', least: 'administrator' },
  { id: 'comments', label: 'Comments', icon: 'message-square', least: 'editor' },
  { id: 'redirects', label: 'Redirects', icon: 'compass', least: 'editor' },
  { id: 'import', label: 'Import', icon: 'import', least: 'administrator' },
  { id: 'audit', label: 'Audit Log', icon: 'history', least: 'administrator' },
  { id: 'settings', label: 'Settings', icon: 'mail', least: 'administrator' },
];

export function tabsFor(user: User): Tab[] {
  return TABS.filter(({ least }) => includesRole(user, least));
}

/** Returns the tab of a query (`?tab=posts`). Unknown and forbidden tabs become the first one. */
export function currentTab(query: string, user: User): Tab | undefined {
  const own = tabsFor(user);
  const requested = new URLSearchParams(query).get('tab');
  return own.find(({ id }) => id === requested) ?? own[0];
}

/** `query`: further parameters, such as the filters of a list. */
export function tabPath(id: Tab['id'], query: Record<string, string> = {}): string {
  return `/dashboard?${new URLSearchParams({ tab: id, ...query })}`;
}

const CHANGED = 'inkwell:query';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener('popstate', onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}

export function useLocationQuery(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  );
}

/** Sets query parameters without adding a history entry. Empty ones are removed. */
export function setQuery(changes: Record<string, string>): void {
  const query = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  window.history.replaceState(window.history.state, '', `${window.location.pathname}?${query}`);
  window.dispatchEvent(new Event(CHANGED));
}

/** Opens a tab in place of the current one, which the user can no longer see. */
export function replaceTab(id: Tab['id']): void {
  window.history.replaceState(null, '', tabPath(id));
  window.dispatchEvent(new Event(CHANGED));
}

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  tab: Tab['id'];
  query?: Record<string, string>;
}

/** A link to a tab. A plain click opens the tab without loading the page. */
export function TabLink({ tab, query, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={tabPath(tab, query)}
      onClick={(event) => {
        const isPlain = event.button === 0 && !event.defaultPrevented;
        if (!isPlain || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openTab(tab, query);
      }}
    >
      {children}
    </a>
  );
}

/** A link to a new post or page. */
export function NewLink({ kind }: { kind: DocumentKind }) {
  const { singleKeys } = useStore($preferences);
  const isPost = kind === 'post';
  return (
    <a
      className="btn btn-primary"
      href={isPost ? '/create-post' : '/create-post?kind=page'}
      aria-keyshortcuts={isPost && singleKeys ? 'n' : undefined}
    >
      <Icon name="pen-line" size={18} />
      New {kind}
    </a>
  );
}

function openTab(tab: Tab['id'], query?: Record<string, string>): void {
  window.history.pushState(null, '', tabPath(tab, query));
  window.scrollTo(0, 0);
  window.dispatchEvent(new Event(CHANGED));
}
