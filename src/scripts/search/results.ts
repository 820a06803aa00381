import type { FoundPost } from '../../../api/contract/search.ts';
import { counted } from '../../lib/format.ts';
import type { CategoryChoice } from '../../lib/search/categories.ts';
import { EVERY_POST, type SearchQuery } from '../../lib/search/query.ts';

const MAX_SHOWN_TERM = 60;

export interface Results {
  /** `more`: the next batch is loading. `stuck`: it failed to load. */
  state: 'loading' | 'ready' | 'failed' | 'more' | 'stuck';
  posts: readonly FoundPost[];
  /** The query that found `posts`, or null before the first response. */
  query: SearchQuery | null;
  /** The index of the first post among all matches. */
  startIndex: number;
  /** The number of all matches: undefined while they are counted, null if that failed. */
  total: number | null | undefined;
  /** The last batch was full, so there may be another one. */
  hasMore: boolean;
  /** The number of posts before the last batch was added. */
  shownBefore: number;
  responses: number;
  /** If nothing matches: a term that has matches. */
  suggestion?: string | undefined;
}

export type ResultsAction =
  | { type: 'loading' | 'more' | 'failed' | 'stuck' }
  | {
      type: 'found';
      posts: FoundPost[];
      query: SearchQuery;
      startIndex: number;
      hasMore: boolean;
      total?: number | undefined;
      suggestion?: string | undefined;
    }
  | { type: 'added'; posts: FoundPost[]; hasMore: boolean }
  | { type: 'counted'; query: SearchQuery; total: number | null };

export const NO_RESULTS: Results = {
  state: 'loading',
  posts: [],
  query: null,
  startIndex: 0,
  total: undefined,
  hasMore: false,
  shownBefore: 0,
  responses: 0,
};

export function resultsReducer(results: Results, action: ResultsAction): Results {
  const { type, ...found } = action;
  const responses = results.responses + 1;
  switch (type) {
    case 'found':
      return withEnd({
        ...results,
        // The old total may be that of another query.
        total: undefined,
        suggestion: undefined,
        ...found,
        state: 'ready',
        shownBefore: 0,
        responses,
      });
    case 'counted':
      // A later search may have replaced the one that was counted.
      return action.query === results.query && results.hasMore
        ? { ...results, total: action.total }
        : results;
    case 'failed':
      return { ...NO_RESULTS, state: 'failed', responses: results.responses };
    case 'added':
      return withEnd({
        ...results,
        state: 'ready',
        posts: [...results.posts, ...action.posts],
        hasMore: action.hasMore,
        shownBefore: results.posts.length,
        responses,
      });
    default:
      return { ...results, state: type };
  }
}

/** At the end of the list, the total is known. */
function withEnd(results: Results): Results {
  const { posts, startIndex, hasMore } = results;
  return hasMore ? results : { ...results, total: startIndex + posts.length };
}

/** Returns the sentence that is shown above the results and announced. */
export function resultsStatus(
  { state, query, posts, startIndex, total }: Results,
  categories: readonly CategoryChoice[],
  tagLabel = (slug: string) => slug,
): string {
  if (state === 'failed') return '';
  if (query === null) return 'Loading...';
  const term = [...query.searchTerm.trim()];
  const isLong = term.length > MAX_SHOWN_TERM;
  const shown = isLong ? `${term.slice(0, MAX_SHOWN_TERM).join('')}…` : term.join('');
  const category = categories.find(({ slug }) => slug === query.category);
  const which = [
    shown && ` for “${shown}”`,
    query.category === EVERY_POST.category ? '' : ` in ${category?.label ?? query.category}`,
    query.tag && ` tagged “${tagLabel(query.tag)}”`,
    query.sort === EVERY_POST.sort || posts.length < 2 ? '' : ', oldest first',
  ].join('');
  if (posts.length === 0) return `No matches${which}`;
  if (total === undefined) return '';
  const known = total ?? startIndex + posts.length;
  // A term also finds pages.
  const count = counted(known, shown === '' ? 'post' : 'result');
  const start = startIndex > 0 ? `, starting with number ${startIndex + 1}` : '';
  return `${total === null ? 'At least ' : ''}${count}${start}${which}`;
}
