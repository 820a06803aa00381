import { useCallback, useEffect, useRef } from 'react';
import {
  BATCH,
  isSameQuery,
  pathOfQuery,
  queryOf,
  type SearchQuery,
  startIndexOf,
} from '../../lib/search/query.ts';

/** What an address asks for. */
export interface Wanted {
  query: SearchQuery;
  startIndex: number;
  /** How many posts were shown when this entry of the history was left. */
  limit: number;
}

/** Posts that a return to the page brings back at most, in whole batches. */
const MAX_RESTORED = 11 * BATCH;

function wanted(): Wanted {
  const shown: unknown = history.state?.shown;
  const limit = typeof shown === 'number' ? Math.ceil(shown / BATCH) * BATCH : BATCH;
  return {
    query: queryOf(location.search),
    startIndex: startIndexOf(location.search),
    limit: Math.min(Math.max(limit, BATCH), MAX_RESTORED),
  };
}

/**
 * Keeps search and address the same. `onOpen` is called with what the address asks for: once at the start,
 * and when the reader goes back or forward.
 */
export function useSearchAddress(onOpen: (wanted: Wanted) => void) {
  /** The address that was last applied, not just typed: what going back leads to. */
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

  /** While typing: the address follows, the history does not grow. */
  const follow = useCallback((query: SearchQuery) => {
    history.replaceState(null, '', pathOfQuery(query));
  }, []);

  /** A search that the reader has applied is an entry of the history; what was typed before it is none. */
  const apply = useCallback((query: SearchQuery) => {
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

  /** Remembers how many posts are shown, for a return to this entry. */
  const remember = useCallback((shown: number) => {
    history.replaceState({ shown }, '');
  }, []);

  return { follow, apply, remember };
}
