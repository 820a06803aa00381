import { useCallback, useEffect, useReducer, useRef } from 'react';
import { nextBatch } from '../../lib/search/batches.ts';
import { BATCH, type SearchQuery } from '../../lib/search/query.ts';
import { searchPosts } from '../../lib/search/search.ts';
import type { CardPost } from '../cards/card.ts';

export interface Results {
  /** `more`: the next batch is being fetched. `stuck`: it could not be. */
  state: 'loading' | 'ready' | 'failed' | 'more' | 'stuck';
  posts: readonly CardPost[];
  /** The search that `posts` answer; null before the first answer. */
  query: SearchQuery | null;
  /** Where in the list of all that fit the posts begin. */
  startIndex: number;
  /** The last batch was a whole one, so there may be another. */
  hasMore: boolean;
  /** How many of the posts were there before the last batch was added. */
  shownBefore: number;
  /** Counts the answers. */
  answers: number;
}

type Action =
  | { type: 'loading' | 'more' | 'failed' | 'stuck' }
  | { type: 'found'; posts: CardPost[]; query: SearchQuery; startIndex: number; hasMore: boolean }
  | { type: 'added'; posts: CardPost[]; hasMore: boolean };

const NOTHING_YET: Results = {
  state: 'loading',
  posts: [],
  query: null,
  startIndex: 0,
  hasMore: false,
  shownBefore: 0,
  answers: 0,
};

function reduce(results: Results, action: Action): Results {
  const { type, ...answer } = action;
  switch (type) {
    case 'found':
      return {
        ...results,
        ...answer,
        state: 'ready',
        shownBefore: 0,
        answers: results.answers + 1,
      };
    case 'failed':
      return { ...NOTHING_YET, state: 'failed', answers: results.answers };
    case 'added': {
      const { posts, hasMore } = action;
      return {
        ...results,
        state: 'ready',
        posts: [...results.posts, ...posts],
        hasMore,
        shownBefore: results.posts.length,
        answers: results.answers + 1,
      };
    }
    default:
      return { ...results, state: type };
  }
}

/**
 * Runs searches and keeps what they found. A new search ends the one before it, so an answer that comes
 * late overwrites nothing, and nothing is added to the answer of another search.
 */
export function useResults() {
  const [results, dispatch] = useReducer(reduce, NOTHING_YET);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(
    async (
      state: 'loading' | 'more',
      failed: 'failed' | 'stuck',
      work: (signal: AbortSignal) => Promise<Action>,
    ) => {
      running.current?.abort();
      const abort = new AbortController();
      running.current = abort;
      dispatch({ type: state });
      const action = await work(abort.signal).catch((): Action => ({ type: failed }));
      if (!abort.signal.aborted) dispatch(action);
    },
    [],
  );

  const search = useCallback(
    (query: SearchQuery, startIndex = 0, limit = BATCH) =>
      run('loading', 'failed', async (signal) => {
        const posts = await searchPosts(query, { startIndex, limit }, signal);
        // Exactly a whole last batch offers more (spec, section 9).
        const hasMore = posts.length > 0 && posts.length % BATCH === 0;
        return { type: 'found', posts, query, startIndex, hasMore };
      }),
    [run],
  );

  const { state, query, posts, startIndex } = results;
  const showMore = useCallback(async () => {
    if (query === null || (state !== 'ready' && state !== 'stuck')) return;
    await run('more', 'stuck', async (signal) => ({
      type: 'added',
      ...(await nextBatch(posts, startIndex, (page) => searchPosts(query, page, signal))),
    }));
  }, [run, state, query, posts, startIndex]);

  return { results, search, showMore };
}
