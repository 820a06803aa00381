import type { FoundPost, SearchHit } from '../../../api/contract/search.ts';
import { call, hasNoServer } from '../api.ts';
import { preview } from '../format.ts';
import { findPageValues } from '../page-values.ts';
import { readingMinutes } from '../reading-time.ts';
import { EVERY_POST, type Found, type SearchQuery } from './query.ts';
import type { SearchPage } from './static-index/static-index.ts';

/** The API gives up a search after 2 s. */
const API_TIMEOUT_MS = 4_000;
/** The most posts the API returns at once. */
const MAX_LIMIT = 100;

/** Labels of tags and categories in results. */
const tagLabels = new Map<string, string>();
const categories = new Map<string, string | undefined>();

/** A copy without an API answered: searches don't ask it again. */
let isCopy = false;

/** The search without an API. Few readers need it, so it loads with their first search. */
const loadIndex = () => import('./index-search.ts');
type IndexSearch = Awaited<ReturnType<typeof loadIndex>>;

/**
 * Asks the API, which answers with one request. If there is none, or it fails or takes too long,
 * searches the static index. Throws when both fail.
 */
async function apiOrIndex<T>(
  fromApi: (signal: AbortSignal) => Promise<T>,
  fromIndex: (index: IndexSearch) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (!isCopy) {
    try {
      return await fromApi(AbortSignal.any([signal, AbortSignal.timeout(API_TIMEOUT_MS)]));
    } catch (error) {
      if (signal.aborted) throw error;
      isCopy = hasNoServer(error);
    }
  }
  return await fromIndex(await loadIndex());
}

/** Returns the posts of a page of results, in the order of the query. */
export async function searchPosts(
  query: SearchQuery,
  page: SearchPage,
  signal: AbortSignal,
): Promise<Found> {
  const fromApi = (until: AbortSignal) => searchApi({ ...query, ...page }, until);
  const fromIndex = async (index: IndexSearch) => {
    const found = await index.searchIndex(query, page);
    for (const { slug, label } of index.indexCategories()) categories.set(slug, label);
    return found;
  };
  const found = await apiOrIndex(fromApi, fromIndex, signal);
  for (const { tags = [], category, categoryLabel } of found.posts) {
    for (const [slug, label] of tags) tagLabels.set(slug, label);
    categories.set(category, categoryLabel);
  }
  return found;
}

/** Returns the most relevant posts for a term: those with its words in the title come first. */
export function searchRelevant(
  searchTerm: string,
  limit: number,
  signal: AbortSignal,
): Promise<Found> {
  const query = { ...EVERY_POST, searchTerm };
  const page = { startIndex: 0, limit };
  const fromApi = (until: AbortSignal) =>
    searchApi({ ...query, ...page, sort: 'relevance' }, until);
  return apiOrIndex(fromApi, (index) => index.searchRelevant(query, page), signal);
}

interface ApiQuery extends Omit<SearchQuery, 'sort'>, SearchPage {
  sort: SearchQuery['sort'] | 'relevance';
}

async function searchApi(query: ApiQuery, signal: AbortSignal): Promise<Found> {
  const limit = Math.min(query.limit, MAX_LIMIT);
  const answer = await call('GET /api/post/search', { query: { ...query, limit }, signal });
  const posts = answer.hits.map((hit) => toFound(hit, query.searchTerm.trim() !== ''));
  return { posts, total: answer.total, suggestion: answer.suggestion };
}

function toFound({ characters, excerpt, ...hit }: SearchHit, isSearch: boolean): FoundPost {
  // The search dialog is also on pages without values, but it doesn't show the minutes.
  const rounding = findPageValues()?.readingTime.cards ?? 'up';
  return {
    ...hit,
    preview: isSearch ? excerpt : preview(excerpt),
    minutes: readingMinutes(characters, rounding),
  };
}

/** Counts the posts that a query finds. Throws when neither the index nor the API can tell. */
export async function countPosts(query: SearchQuery, signal: AbortSignal): Promise<number> {
  const index = await loadIndex();
  const counted = await index.countIndex(query).catch(() => undefined);
  return counted ?? (await searchApi({ ...query, startIndex: 0, limit: 1 }, signal)).total ?? 0;
}

/** The label of a tag, or its slug while that isn't loaded. */
export const tagLabel = (slug: string) => tagLabels.get(slug) ?? slug;

/** The categories of posts, as far as they have been loaded. */
export const loadedCategories = () => Array.from(categories, ([slug, label]) => ({ slug, label }));
