import type { CardPost } from '../../../api/contract/posts.ts';
import { EVERY_POST, type SearchQuery } from '../../lib/search/query.ts';
import { categoryLabel } from '../../site.config.ts';

const MAX_SHOWN_TERM = 60;

export interface Results {
  /** `more`: the next batch is loading. `stuck`: it failed to load. */
  state: 'loading' | 'ready' | 'failed' | 'more' | 'stuck';
  posts: readonly CardPost[];
  /** The query that found `posts`, or null before the first response. */
  query: SearchQuery | null;
  /** The index of the first post among all matches. */
  startIndex: number;
  /** The last batch was full, so there may be another one. */
  hasMore: boolean;
  /** The number of posts before the last batch was added. */
  shownBefore: number;
  responses: number;
}

export type ResultsAction =
  | { type: 'loading' | 'more' | 'failed' | 'stuck' }
  | { type: 'found'; posts: CardPost[]; query: SearchQuery; startIndex: number; hasMore: boolean }
  | { type: 'added'; posts: CardPost[]; hasMore: boolean };

export const NO_RESULTS: Results = {
  state: 'loading',
  posts: [],
  query: null,
  startIndex: 0,
  hasMore: false,
  shownBefore: 0,
  responses: 0,
};

export function resultsReducer(results: Results, action: ResultsAction): Results {
  const { type, ...found } = action;
  const responses = results.responses + 1;
  switch (type) {
    case 'found':
      return { ...results, ...found, state: 'ready', shownBefore: 0, responses };
    case 'failed':
      return { ...NO_RESULTS, state: 'failed', responses: results.responses };
    case 'added':
      return {
        ...results,
        state: 'ready',
        posts: [...results.posts, ...action.posts],
        hasMore: action.hasMore,
        shownBefore: results.posts.length,
        responses,
      };
    default:
      return { ...results, state: type };
  }
}

/** Returns the sentence that is shown above the results and announced. */
export function resultsStatus({ state, query, posts, hasMore, startIndex }: Results): string {
  if (state === 'failed') return '';
  if (query === null) return 'Loading...';
  const term = [...query.searchTerm.trim()];
  const isLong = term.length > MAX_SHOWN_TERM;
  const shown = isLong ? `${term.slice(0, MAX_SHOWN_TERM).join('')}…` : term.join('');
  const category = query.category === EVERY_POST.category ? '' : categoryLabel(query.category);
  const which = [
    shown && ` for “${shown}”`,
    category && ` in ${category}`,
    query.sort === EVERY_POST.sort || posts.length < 2 ? '' : ', oldest first',
  ].join('');
  if (posts.length === 0) return `No matches${which}`;
  const count = posts.length === 1 ? '1 post' : `${posts.length} posts`;
  if (startIndex > 0) return `${count}, starting with number ${startIndex + 1}${which}`;
  return `${hasMore ? `The first ${count}` : count}${which}`;
}
