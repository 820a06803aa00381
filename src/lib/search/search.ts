import { INDEX_PATH } from '../../../api/contract/search.ts';
import { searchApi } from './api-search.ts';
import { type FetchFile, openIndex } from './index-search.ts';
import type { SearchSource } from './source.ts';

/** Longer than the largest file takes on a slow line. */
const TIMEOUT_MS = 15_000;

const fetchFile: FetchFile = async (name, { isFresh }) => {
  const response = await fetch(`${INDEX_PATH}/${name}`, {
    cache: isFresh ? 'no-cache' : 'default',
    // Then the other source is asked.
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const index = openIndex(fetchFile);

/** In the static index; once more when a file of it has just been replaced. */
const searchIndex: SearchSource = async (query, page) => {
  try {
    return await index.search(query, page);
  } catch {
    index.forget();
    return await index.search(query, page);
  }
};

/**
 * Finds posts: in the static index, which no server has to answer for, and in the API when the index cannot
 * be had or says that it is behind. Throws when neither answers.
 */
export const searchPosts: SearchSource = async (query, page, signal) => {
  const isBehind = await index.isBehind().catch(() => true);
  const [first, second] = isBehind ? [searchApi, searchIndex] : [searchIndex, searchApi];
  try {
    return await first(query, page, endsWith(signal));
  } catch (error) {
    if (signal.aborted) throw error;
    return await second(query, page, endsWith(signal));
  }
};

const endsWith = (signal: AbortSignal) =>
  AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);

/** Asks already what has changed: a search is about to come. */
export const lookForChanges = () => void index.isBehind().catch(() => undefined);

/** The categories that the index has told of so far. */
export const indexedCategories = () => index.categories();
