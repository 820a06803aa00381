import { useCallback, useReducer } from 'react';
import { nextBatch } from '../../lib/search/batches.ts';
import { BATCH, type SearchQuery } from '../../lib/search/query.ts';
import { searchPosts } from '../../lib/search/search.ts';
import { useLatestRequest } from '../ui/request.ts';
import { NO_RESULTS, resultsReducer } from './results.ts';

/** Runs searches and keeps their results. A new search replaces the one before it. */
export function useResults() {
  const [results, dispatch] = useReducer(resultsReducer, NO_RESULTS);
  const { run } = useLatestRequest();

  const search = useCallback(
    (query: SearchQuery, startIndex = 0, limit = BATCH) => {
      dispatch({ type: 'loading' });
      return run((signal) => searchPosts(query, { startIndex, limit }, signal), {
        onSuccess: (posts) => {
          // A full last batch offers more (spec, section 9).
          const hasMore = posts.length > 0 && posts.length % BATCH === 0;
          dispatch({ type: 'found', posts, query, startIndex, hasMore });
        },
        onError: () => dispatch({ type: 'failed' }),
      });
    },
    [run],
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
