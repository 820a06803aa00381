import { type FoundPost, INDEX_PATH } from '../../../api/contract/search.ts';
import type { Found, SearchQuery } from './query.ts';
import { type FetchFile, type SearchPage, StaticIndex } from './static-index/static-index.ts';
import { suggestFromIndex } from './static-index/suggest.ts';

// Searches in the static index.

/** Longer than the largest file takes on a slow line. */
const TIMEOUT_MS = 15_000;

const fetchFile: FetchFile = async (name, { isFresh }) => {
  const response = await fetch(`${INDEX_PATH}/${name}`, {
    cache: isFresh ? 'no-cache' : 'default',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const index = new StaticIndex(fetchFile);

/** Runs work on the index, and again if a file of the index was just replaced. */
async function onIndex<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    index.forget();
    return await work();
  }
}

/** As `searchPosts`. */
export function searchIndex(query: SearchQuery, page: SearchPage): Promise<Found> {
  return onIndex(async () => {
    const posts = await index.search(query, page);
    if (posts.length > 0 || page.startIndex > 0) return { posts };
    return { posts, total: 0, suggestion: await suggestFromIndex(index, query) };
  });
}

/** As the function of search.ts. */
export function searchRelevant(query: SearchQuery, page: SearchPage): Promise<Found> {
  return onIndex(async () => {
    const titled = await index.search(query, page, { inTitles: true });
    const all = await searchIndex(query, page);
    const isNew = ({ slug }: FoundPost) => titled.every((post) => post.slug !== slug);
    return { ...all, posts: [...titled, ...all.posts.filter(isNew)].slice(0, page.limit) };
  });
}

/** The categories of all posts, once a search has loaded them. */
export const indexCategories = () => index.categories();

/** Counts the matches. Returns undefined if that would load too much. */
export const countIndex = (query: SearchQuery) => index.count(query);
