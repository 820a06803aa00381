import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { nextBatch } from '../../lib/search/batches.ts';
import { reportMissed } from '../../lib/search/missed.ts';
import {
  BATCH,
  EVERY_POST,
  isSameQuery,
  pathOfQuery,
  queryOf,
  type SearchQuery,
  startIndexOf,
} from '../../lib/search/query.ts';
import { countPosts, searchPosts } from '../../lib/search/search.ts';
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

  useScrollPosition(results.responses);
  const shown = results.shownBefore > 0 ? results.posts.length : 0;
  useEffect(() => {
    // For returning to this history entry.
    if (shown > 0) history.replaceState({ ...history.state, shown }, '');
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

/** Long enough for a scroll to end. */
const SCROLL_MS = 150;

/**
 * Keeps the scroll position in the history entry, and returns to it once the first results are
 * there: when the browser restores it, the page is still short.
 */
function useScrollPosition(responses: number): void {
  const wanted = useRef(0);
  useEffect(() => {
    const { scroll }: { scroll?: unknown } = history.state ?? {};
    wanted.current = typeof scroll === 'number' ? scroll : 0;
    let timer = 0;
    const save = () => {
      clearTimeout(timer);
      timer = window.setTimeout(
        () => history.replaceState({ ...history.state, scroll: scrollY }, ''),
        SCROLL_MS,
      );
    };
    addEventListener('scroll', save, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', save);
    };
  }, []);
  useEffect(() => {
    if (responses === 0 || wanted.current === 0) return;
    scrollTo({ top: wanted.current, behavior: 'instant' });
    wanted.current = 0;
  }, [responses]);
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

/** Whether no post has the words. With a filter, posts elsewhere may have them. */
function isMissed({ category, tag }: SearchQuery, total: number | undefined): boolean {
  return total === 0 && category === EVERY_POST.category && tag === '';
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
        onSuccess: (found) => {
          const { posts, total } = found;
          reportMissed(isMissed(query, total) ? query.searchTerm : '');
          // A full last batch offers more (spec, section 9).
          const hasMore = posts.length > 0 && posts.length % BATCH === 0;
          dispatch({ type: 'found', ...found, query, startIndex, hasMore });
          if (hasMore && total === undefined) count(query);
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
      (signal) =>
        nextBatch(posts, startIndex, async (page) => {
          const found = await searchPosts(query, page, signal);
          return found.posts;
        }),
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
