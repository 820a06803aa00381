import type { CardPost } from '../../../api/contract/posts.ts';
import { INDEX_PATH } from '../../../api/contract/search.ts';
import { toCardPost } from '../../islands/cards/card.ts';
import { ApiFailure, call } from '../api.ts';
import type { SearchQuery } from './query.ts';
import {
  type FetchFile,
  type SearchPage,
  StaticIndex,
  TooManyRequestsError,
} from './static-index/static-index.ts';

/** Longer than the largest file takes on a slow line. */
const TIMEOUT_MS = 15_000;
/** Searches that may take more requests than this ask the API first. */
const MAX_REQUESTS = 40;
/** The API gives up a search after 2 s. */
const API_FIRST_TIMEOUT_MS = 4_000;
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
async function searchIndex(query: SearchQuery, page: SearchPage, maxRequests?: number) {
  const limits = maxRequests === undefined ? {} : { maxRequests };
  try {
    return await index.search(query, page, limits);
  } catch (error) {
    if (error instanceof TooManyRequestsError) throw error;
    index.forget();
    return await index.search(query, page, limits);
  }
}

const searchApi: Search = async (query, { startIndex, limit }, signal) => {
  const wanted = Math.min(limit, MAX_LIMIT);
  const found: CardPost[] = [];
  // A page of long posts ends early.
  for (;;) {
    const page = { startIndex: startIndex + found.length, limit: wanted - found.length };
    const { posts, totalPosts } = await call('GET /api/post/getposts', {
      query: { ...query, ...page },
      signal,
    });
    found.push(...posts.map(toCardPost));
    const isLast = posts.length === 0 || startIndex + found.length >= totalPosts;
    if (isLast || found.length >= wanted) return found;
  }
};

/** A copy without an API answered: searches don't ask it first again. */
let isCopy = false;

/** Asks the API, and searches the index if that fails. */
async function searchApiFirst(
  query: SearchQuery,
  page: SearchPage,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<CardPost[]> {
  try {
    return await searchApi(query, page, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  } catch (error) {
    if (signal.aborted) throw error;
    isCopy = error instanceof ApiFailure && error.code === 'no_server';
    return await searchIndex(query, page);
  }
}

/**
 * Returns the posts of a page of results, in the order of the query. Searches the static index,
 * which needs no server. The API comes first if the index is behind or would take many requests,
 * and second if the index can't be read. Throws when both fail.
 */
export const searchPosts: Search = async (query, page, signal) => {
  const isBehind = await index.isBehind().catch(() => true);
  if (isBehind) return await searchApiFirst(query, page, { signal, timeoutMs: TIMEOUT_MS });
  try {
    return await searchIndex(query, page, isCopy ? undefined : MAX_REQUESTS);
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof TooManyRequestsError) {
      return await searchApiFirst(query, page, { signal, timeoutMs: API_FIRST_TIMEOUT_MS });
    }
    return await searchApi(query, page, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]));
  }
};

/** Counts the posts that a query finds. Throws when that needs the API, and it can't be reached. */
export async function countPosts(query: SearchQuery, signal: AbortSignal): Promise<number> {
  const counted = await index.count(query).catch(() => undefined);
  return (
    counted ??
    (await call('GET /api/post/getposts', { query: { ...query, limit: 1 }, signal })).totalPosts
  );
}

/** Loads the latest changes ahead of a search that is about to come. */
export const lookForChanges = () => void index.isBehind().catch(() => undefined);

/** The label of a tag, or its slug while that isn't loaded. */
export const tagLabel = (slug: string) => index.tagLabel(slug) ?? slug;

/** The categories in the index, as far as they have been loaded. */
export const indexedCategories = () => index.categories();
