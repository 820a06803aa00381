import { useCallback, useEffect, useReducer, useRef } from 'react';
import { BATCH, type SearchQuery } from '../../lib/search/query.ts';
import { searchPosts } from '../../lib/search/search.ts';
import type { CardPost } from '../cards/card.ts';

export interface Results {
  /** `more`: the next batch is being fetched. `stuck`: it could not be. */
  state: 'loading' | 'ready' | 'failed' | 'more' | 'stuck';
  posts: readonly CardPost[];
  /** The search that `posts` answer; null before the first answer. */
  query: SearchQuery | null;
  /** The last batch was a whole one, so there may be another. */
  hasMore: boolean;
  /** How many of the posts were there before the last batch was added. */
  shownBefore: number;
}

type Action =
  | { type: 'search' | 'more' }
  | { type: 'found' | 'added'; posts: CardPost[]; query: SearchQuery; hasMore: boolean }
  | { type: 'failed' | 'stuck' };

const NOTHING_YET: Results = {
  state: 'loading',
  posts: [],
  query: null,
  hasMore: false,
  shownBefore: 0,
};

function reduce(results: Results, action: Action): Results {
  switch (action.type) {
    case 'search':
      return { ...results, state: 'loading' };
    case 'found':
      return { ...action, state: 'ready', shownBefore: 0 };
    case 'failed':
      return { ...NOTHING_YET, state: 'failed' };
    case 'added': {
      // A post published meanwhile pushes the others down by one: nobody is shown twice.
      const known = new Set(results.posts.map((post) => post.slug));
      const added = action.posts.filter((post) => !known.has(post.slug));
      return {
        ...action,
        state: 'ready',
        posts: [...results.posts, ...added],
        shownBefore: results.posts.length,
      };
    }
    default:
      return { ...results, state: action.type };
  }
}

/**
 * Runs searches and keeps what they found. A new search ends the one before it, so an answer that comes
 * late overwrites nothing.
 */
export function useResults() {
  const [results, dispatch] = useReducer(reduce, NOTHING_YET);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(
    async (
      types: { begin: 'search' | 'more'; done: 'found' | 'added'; failed: 'failed' | 'stuck' },
      query: SearchQuery,
      page: { startIndex: number; limit: number },
    ) => {
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      dispatch({ type: types.begin });
      try {
        const posts = await searchPosts(query, page, abort.signal);
        if (abort.signal.aborted) return;
        // Exactly a whole last batch offers more (spec, section 9).
        const hasMore = posts.length > 0 && posts.length % BATCH === 0;
        dispatch({ type: types.done, posts, query, hasMore });
      } catch {
        if (!abort.signal.aborted) dispatch({ type: types.failed });
      }
    },
    [],
  );

  const search = useCallback(
    (query: SearchQuery, startIndex = 0, limit = BATCH) =>
      run({ begin: 'search', done: 'found', failed: 'failed' }, query, { startIndex, limit }),
    [run],
  );
  const showMore = useCallback(
    (query: SearchQuery, startIndex: number) =>
      run({ begin: 'more', done: 'added', failed: 'stuck' }, query, { startIndex, limit: BATCH }),
    [run],
  );
  return { results, search, showMore };
}
