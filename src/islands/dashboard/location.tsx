import { type ComponentProps, useSyncExternalStore } from 'react';
import { type Tab, tabPath } from './tabs.ts';

const CHANGED = 'inkwell:query';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener('popstate', onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}

/** Returns the current query of the URL. */
export function useLocationQuery(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  );
}

/** Sets the query parameter `q`, the filter of a list, without adding a history entry. */
export function setFilter(term: string): void {
  const query = new URLSearchParams(window.location.search);
  if (term === '') query.delete('q');
  else query.set('q', term);
  window.history.replaceState(window.history.state, '', `${window.location.pathname}?${query}`);
  window.dispatchEvent(new Event(CHANGED));
}

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  tab: Tab['id'];
}

/** A link to a tab. A plain click opens the tab without loading the page. */
export function TabLink({ tab, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={tabPath(tab)}
      onClick={(event) => {
        const isPlain = event.button === 0 && !event.defaultPrevented;
        if (!isPlain || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        openTab(tab);
      }}
    >
      {children}
    </a>
  );
}

function openTab(tab: Tab['id']): void {
  window.history.pushState(null, '', tabPath(tab));
  window.scrollTo(0, 0);
  window.dispatchEvent(new Event(CHANGED));
}
