import { useSyncExternalStore } from 'react';

const CHANGED = 'inkwell:query';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener('popstate', onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}

/** The query of the page's address, as it is now. */
export function useQuery(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  );
}

/** Opens another tab of the dashboard without loading the page anew; starts at its top. */
export function openTab(id: string): void {
  window.history.pushState(null, '', tabPath(id));
  window.scrollTo(0, 0);
  window.dispatchEvent(new Event(CHANGED));
}

export function tabPath(id: string): string {
  return `/dashboard?tab=${id}`;
}

/** Puts the filter of a list (`q`) into the address of the tab; the history does not grow. */
export function setFilter(term: string): void {
  const query = new URLSearchParams(window.location.search);
  if (term === '') query.delete('q');
  else query.set('q', term);
  window.history.replaceState(window.history.state, '', `${window.location.pathname}?${query}`);
  window.dispatchEvent(new Event(CHANGED));
}
