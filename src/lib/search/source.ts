import type { CardPost } from '../../../api/contract/posts.ts';
import type { SearchQuery } from './query.ts';

/** A stretch of the results: `limit` posts from the `startIndex`-th on. */
export interface SearchPage {
  startIndex: number;
  limit: number;
}

/** Somewhere to search in. Gives the posts in the order of the query; throws when it cannot answer. */
export type SearchSource = (
  query: SearchQuery,
  page: SearchPage,
  signal: AbortSignal,
) => Promise<CardPost[]>;
