import { nextBatch } from '../../lib/search/batches.ts';
import { reportMissed } from '../../lib/search/missed.ts';
import { BATCH, EVERY_POST, type SearchQuery } from '../../lib/search/query.ts';
import { countPosts, searchPosts } from '../../lib/search/search.ts';
import { NO_RESULTS, type Results, type ResultsAction, resultsReducer } from './results.ts';

/**
 * Runs searches, and calls `show` with each change of the results. A new search replaces the one
 * before it, so a late response overwrites nothing.
 */
export function createSearches(show: (results: Results) => void) {
  let results = NO_RESULTS;
  let searching = new AbortController();
  let counting = new AbortController();

  function dispatch(action: ResultsAction): void {
    results = resultsReducer(results, action);
    show(results);
  }

  function restart(): AbortSignal {
    searching.abort();
    searching = new AbortController();
    return searching.signal;
  }

  async function count(query: SearchQuery): Promise<void> {
    counting = new AbortController();
    const { signal } = counting;
    const total = await countPosts(query, signal).catch(() => null);
    if (!signal.aborted) dispatch({ type: 'counted', query, total });
  }

  async function search(query: SearchQuery, startIndex: number, limit: number): Promise<void> {
    counting.abort();
    const signal = restart();
    dispatch({ type: 'loading' });
    try {
      const found = await searchPosts(query, { startIndex, limit }, signal);
      if (signal.aborted) return;
      const { posts, total } = found;
      // Old links may start after the last post.
      if (posts.length === 0 && startIndex > 0) return await search(query, 0, limit);
      reportMissed(isMissed(query, total) ? query.searchTerm : '');
      // A full last batch offers more (spec, section 9).
      const hasMore = posts.length > 0 && posts.length % BATCH === 0;
      dispatch({ type: 'found', ...found, query, startIndex, hasMore });
      if (hasMore && total === undefined) await count(query);
    } catch {
      if (!signal.aborted) dispatch({ type: 'failed' });
    }
  }

  async function showMore(): Promise<void> {
    const { state, query, posts, startIndex } = results;
    if (query === null || (state !== 'ready' && state !== 'stuck')) return;
    const signal = restart();
    dispatch({ type: 'more' });
    try {
      const batch = await nextBatch(posts, startIndex, (page) =>
        searchPosts(query, page, signal).then((found) => found.posts),
      );
      if (!signal.aborted) dispatch({ type: 'added', ...batch });
    } catch {
      if (!signal.aborted) dispatch({ type: 'stuck' });
    }
  }

  return { search, showMore };
}

/** Whether no post has the words. With a filter, posts elsewhere may have them. */
function isMissed({ category, tag }: SearchQuery, total: number | undefined): boolean {
  return total === 0 && category === EVERY_POST.category && tag === '';
}
