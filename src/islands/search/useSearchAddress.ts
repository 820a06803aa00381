import { useCallback, useEffect, useRef } from 'react';
import {
  BATCH,
  isSameQuery,
  pathOfQuery,
  queryOf,
  type SearchQuery,
  startIndexOf,
} from '../../lib/search/query.ts';

const MAX_RESTORED = 11 * BATCH;

/** Returns what the URL asks for. `limit` is the number of posts that were shown there before. */
function wanted() {
  const shown: unknown = history.state?.shown;
  const limit = typeof shown === 'number' ? Math.ceil(shown / BATCH) * BATCH : BATCH;
  return {
    query: queryOf(location.search),
    startIndex: startIndexOf(location.search),
    limit: Math.min(Math.max(limit, BATCH), MAX_RESTORED),
  };
}

/** Calls `onOpen` on load, back, and forward. Returns a function that adds to the history. */
export function useSearchAddress(onOpen: (asked: ReturnType<typeof wanted>) => void) {
  /** The URL of the last applied search, which going back leads to. */
  const applied = useRef('');
  const open = useRef(onOpen);
  open.current = onOpen;

  useEffect(() => {
    const read = () => {
      applied.current = location.pathname + location.search;
      open.current(wanted());
    };
    read();
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);

  return useCallback((query: SearchQuery) => {
    const path = pathOfQuery(query);
    const before = queryOf(applied.current.split('?')[1] ?? '');
    if (isSameQuery(before, query)) {
      history.replaceState(history.state, '', path);
    } else {
      history.replaceState(null, '', applied.current);
      history.pushState(null, '', path);
    }
    applied.current = path;
  }, []);
}
