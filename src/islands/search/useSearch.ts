import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { nextBatch } from '../../lib/search/batches.ts';
import {
  BATCH,
  EVERY_POST,
  isSameQuery,
  pathOfQuery,
  queryOf,
  type SearchQuery,
  startIndexOf,
} from '../../lib/search/query.ts';
import { countPosts, lookForChanges, searchPosts } from '../../lib/search/search.ts';
import { useLatestRequest } from '../ui/useLatestRequest.ts';
import { NO_RESULTS, resultsReducer } from './results.ts';

/** Long enough to skip most letters of a fast typist, short enough to feel immediate. */
const TYPING_MS = 150;
const MAX_RESTORED = 11 * BATCH;

export function useSearch(form: RefObject<HTMLFormElement | null>) {
  const [draft, setDraft] = useState(EVERY_POST);
  const { results, search, showMore } = useResults();
  const timer = useRef<number>(undefined);
  const current = useRef({ query: EVERY_POST, from: 0 });
  useEffect(() => () => clearTimeout(timer.current), []);

  const show = useCallback(
    (query: SearchQuery, from = 0, limit?: number) => {
      clearTimeout(timer.current);
      current.current = { query, from };
      showInNavBar(query.searchTerm);
      void search(query, from, limit);
    },
    [search],
  );
  const push = useSearchAddress(({ query, startIndex, limit }) => {
    setDraft(query);
    show(query, startIndex, limit);
  });

  const change = (query: SearchQuery) => {
    setDraft(query);
    clearTimeout(timer.current);
    if (isSameQuery(query, current.current.query)) return;
    lookForChanges();
    timer.current = window.setTimeout(() => {
      history.replaceState(null, '', pathOfQuery(query));
      show(query);
    }, TYPING_MS);
  };
  const apply = (query: SearchQuery) => {
    setDraft(query);
    push(query);
    show(query);
  };
  const retry = () => show(current.current.query, current.current.from);

  const applyEarlyInput = useRef(() => {
    const typed = earlyInput(form.current);
    if (typed) change({ ...current.current.query, ...typed });
  });
  // Runs after the effect that reads the URL, which supplies the other filters.
  useEffect(() => applyEarlyInput.current(), []);

  const shown = results.shownBefore > 0 ? results.posts.length : 0;
  useEffect(() => {
    // For returning to this history entry.
    if (shown > 0) history.replaceState({ shown }, '');
  }, [shown]);

  return { draft, results, change, apply, retry, showMore, current: current.current.query };
}

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
function useSearchAddress(onOpen: (asked: ReturnType<typeof wanted>) => void) {
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

/** Runs searches and keeps their results. A new search replaces the one before it. */
function useResults() {
  const [results, dispatch] = useReducer(resultsReducer, NO_RESULTS);
  const { run } = useLatestRequest();
  const { run: runCount } = useLatestRequest();

  const count = useCallback(
    (query: SearchQuery) => {
      const counted = (total: number | null) => dispatch({ type: 'counted', query, total });
      void runCount((signal) => countPosts(query, signal), {
        onSuccess: counted,
        onError: () => counted(null),
      });
    },
    [runCount],
  );
  const search = useCallback(
    (query: SearchQuery, startIndex = 0, limit = BATCH) => {
      dispatch({ type: 'loading' });
      return run((signal) => searchPosts(query, { startIndex, limit }, signal), {
        onSuccess: (posts) => {
          // A full last batch offers more (spec, section 9).
          const hasMore = posts.length > 0 && posts.length % BATCH === 0;
          dispatch({ type: 'found', posts, query, startIndex, hasMore });
          if (hasMore) count(query);
        },
        onError: () => dispatch({ type: 'failed' }),
      });
    },
    [run, count],
  );

  const { state, query, posts, startIndex } = results;
  const showMore = useCallback(async () => {
    if (query === null || (state !== 'ready' && state !== 'stuck')) return;
    dispatch({ type: 'more' });
    await run(
      (signal) => nextBatch(posts, startIndex, (page) => searchPosts(query, page, signal)),
      {
        onSuccess: (batch) => dispatch({ type: 'added', ...batch }),
        onError: () => dispatch({ type: 'stuck' }),
      },
    );
  }, [run, state, query, posts, startIndex]);

  return { results, search, showMore };
}

/** Returns what the user changed in the form before hydration, or null. */
function earlyInput(form: HTMLFormElement | null): Partial<SearchQuery> | null {
  if (!form) return null;
  const values = Array.from(new FormData(form), ([name, value]) => [name, String(value)]);
  const typed = Object.entries(queryOf(new URLSearchParams(values)));
  const changed = typed.filter(([name, value]) => value !== EVERY_POST[name as keyof SearchQuery]);
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Copies the search term to the search boxes of the navigation bar, except a focused one. */
function showInNavBar(searchTerm: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(
    '[data-search-form] input[name="searchTerm"]',
  )) {
    if (input !== document.activeElement) input.value = searchTerm;
  }
}
