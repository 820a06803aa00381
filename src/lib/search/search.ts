import type { CardPost } from '../../../api/contract/posts.ts';
import { INDEX_PATH } from '../../../api/contract/search.ts';
import { toCardPost } from '../../islands/cards/card.ts';
import { api } from '../api.ts';
import type { SearchQuery } from './query.ts';
import { type FetchFile, type SearchPage, StaticIndex } from './static-index/static-index.ts';

/** Longer than the largest file takes on a slow line. */
const TIMEOUT_MS = 15_000;
/** The most posts the API returns at once. */
const MAX_LIMIT = 100;

type Search = (query: SearchQuery, page: SearchPage, signal: AbortSignal) => Promise<CardPost[]>;

const fetchFile: FetchFile = async (name, { isFresh }) => {
  const response = await fetch(`${INDEX_PATH}/${name}`, {
    cache: isFresh ? 'no-cache' : 'default',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const index = new StaticIndex(fetchFile);

/** Tries again after a failure, because a file of the index may just have been replaced. */
const searchIndex: Search = async (query, page) => {
  try {
    return await index.search(query, page);
  } catch {
    index.forget();
    return await index.search(query, page);
  }
};

const searchApi: Search = async (query, { startIndex, limit }, signal) => {
  const { posts } = await api.posts(
    { ...query, startIndex, limit: Math.min(limit, MAX_LIMIT) },
    { signal },
  );
  return posts.map(toCardPost);
};

/**
 * Returns the posts of a page of results, in the order of the query. Searches the static index, which
 * needs no server, and the API if the index is behind or can't be read. Throws when both fail.
 */
export const searchPosts: Search = async (query, page, signal) => {
  const isBehind = await index.isBehind().catch(() => true);
  const [first, second] = isBehind ? [searchApi, searchIndex] : [searchIndex, searchApi];
  const withTimeout = () => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    return await first(query, page, withTimeout());
  } catch (error) {
    if (signal.aborted) throw error;
    return await second(query, page, withTimeout());
  }
};

/** Counts the posts that a query finds. Throws when that needs the API, and it can't be reached. */
export async function countPosts(query: SearchQuery, signal: AbortSignal): Promise<number> {
  const counted = await index.count(query).catch(() => undefined);
  return counted ?? (await api.posts({ ...query, limit: 1 }, { signal })).totalPosts;
}

/** Loads the latest changes ahead of a search that is about to come. */
export const lookForChanges = () => void index.isBehind().catch(() => undefined);

/** The label of a tag, or its slug while that isn't loaded. */
export const tagLabel = (slug: string) => index.tagLabel(slug) ?? slug;

/** The categories in the index, as far as they have been loaded. */
export const indexedCategories = () => index.categories();
