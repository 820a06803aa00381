import { toCardPost } from '../../islands/cards/card.ts';
import { api } from '../api.ts';
import type { SearchSource } from './source.ts';

/** The most posts that the API gives at once. */
const MAX_LIMIT = 100;

/** Searches in the database of the server. */
export const searchApi: SearchSource = async (query, { startIndex, limit }, signal) => {
  const { posts } = await api.posts(
    { ...query, startIndex, limit: Math.min(limit, MAX_LIMIT) },
    { signal },
  );
  return posts.map(toCardPost);
};
