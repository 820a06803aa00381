import {
  BATCH,
  isSameQuery,
  pathOfQuery,
  queryOf,
  type SearchQuery,
  startIndexOf,
} from '../../lib/search/query.ts';

// The address of the search page, and what its history entries remember.

const MAX_RESTORED = 11 * BATCH;
/** Long enough for a scroll to end. */
const SCROLL_MS = 150;

/** What an address asks for. `limit` is the number of posts that were shown there before. */
export interface Asked {
  query: SearchQuery;
  startIndex: number;
  limit: number;
}

/** The URL of the last applied search, which going back leads to. */
let applied = '';

/** Calls `open` now, and on back and forward. */
export function followAddress(open: (asked: Asked) => void): void {
  const read = () => {
    applied = location.pathname + location.search;
    open(asked());
  };
  addEventListener('popstate', read);
  read();
}

function asked(): Asked {
  const shown: unknown = history.state?.shown;
  const limit = typeof shown === 'number' ? Math.ceil(shown / BATCH) * BATCH : BATCH;
  return {
    query: queryOf(location.search),
    startIndex: startIndexOf(location.search),
    limit: Math.min(Math.max(limit, BATCH), MAX_RESTORED),
  };
}

/** Adds a search to the history, unless it's the same as the last one. */
export function pushQuery(query: SearchQuery): void {
  const path = pathOfQuery(query);
  const before = queryOf(applied.split('?')[1] ?? '');
  if (isSameQuery(before, query)) {
    history.replaceState(history.state, '', path);
  } else {
    history.replaceState(null, '', applied);
    history.pushState(null, '', path);
  }
  applied = path;
}

/** Remembers the number of shown posts and the scroll position for returning to this entry. */
export function remember(state: { shown: number } | { scroll: number }): void {
  history.replaceState({ ...history.state, ...state }, '');
}

/**
 * Remembers the scroll position. Returns a function that scrolls there, once: when the browser
 * restores it, the page is still short.
 */
export function startScrollPosition(): () => void {
  const { scroll }: { scroll?: unknown } = history.state ?? {};
  let wanted = typeof scroll === 'number' ? scroll : 0;
  let timer = 0;
  const save = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => remember({ scroll: scrollY }), SCROLL_MS);
  };
  addEventListener('scroll', save, { passive: true });
  return () => {
    if (wanted > 0) scrollTo({ top: wanted, behavior: 'instant' });
    wanted = 0;
  };
}
