import { type FoundPost, INDEX_PATH, type SearchHit } from '../../../api/contract/search.ts';
import { call, hasNoServer } from '../api.ts';
import { preview } from '../format.ts';
import { readingMinutes } from '../reading-time.ts';
import { EVERY_POST, type SearchQuery } from './query.ts';
import { type FetchFile, type SearchPage, StaticIndex } from './static-index/static-index.ts';
import { suggestFromIndex } from './static-index/suggest.ts';

/** Longer than the largest file takes on a slow line. */
const TIMEOUT_MS = 15_000;
/** The API gives up a search after 2 s. */
const API_TIMEOUT_MS = 4_000;
/** The most posts the API returns at once. */
const MAX_LIMIT = 100;

/** A part of the results of a search. */
export interface Found {
  posts: FoundPost[];
  /** The number of all matches, if it's known. */
  total?: number;
  /** If nothing matches: the term in another spelling, which does. */
  suggestion?: string | undefined;
}

const fetchFile: FetchFile = async (name, { isFresh }) => {
  const response = await fetch(`${INDEX_PATH}/${name}`, {
    cache: isFresh ? 'no-cache' : 'default',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const index = new StaticIndex(fetchFile);
/** Labels of tags and categories in results. */
const tagLabels = new Map<string, string>();
const categories = new Map<string, string | undefined>();

/** A copy without an API answered: searches don't ask it again. */
let isCopy = false;

/** Runs work on the index, and again if a file of the index was just replaced. */
async function onIndex<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    index.forget();
    return await work();
  }
}

/**
 * Asks the API, which answers with one request. If there is none, or it fails or takes too long,
 * searches the static index. Throws when both fail.
 */
async function withoutApi<T>(
  fromApi: (signal: AbortSignal) => Promise<T>,
  fromIndex: () => Promise<T>,
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
  return await onIndex(fromIndex);
}

/** Returns the posts of a page of results, in the order of the query. */
export function searchPosts(
  query: SearchQuery,
  page: SearchPage,
  signal: AbortSignal,
): Promise<Found> {
  const fromApi = (until: AbortSignal) => searchApi({ ...query, ...page }, until);
  return withoutApi(fromApi, () => searchIndex(query, page), signal);
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
  const fromIndex = async () => {
    const titled = await index.search(query, page, { inTitles: true });
    const all = await searchIndex(query, page);
    const isNew = ({ slug }: FoundPost) => titled.every((post) => post.slug !== slug);
    return { ...all, posts: [...titled, ...all.posts.filter(isNew)].slice(0, limit) };
  };
  return withoutApi(fromApi, fromIndex, signal);
}

interface ApiQuery extends Omit<SearchQuery, 'sort'>, SearchPage {
  sort: SearchQuery['sort'] | 'relevance';
}

async function searchApi(query: ApiQuery, signal: AbortSignal): Promise<Found> {
  const limit = Math.min(query.limit, MAX_LIMIT);
  const answer = await call('GET /api/post/search', { query: { ...query, limit }, signal });
  const posts = answer.hits.map((hit) => toFound(hit, query.searchTerm.trim() !== ''));
  for (const { tags = [], category, categoryLabel } of posts) {
    for (const [slug, label] of tags) tagLabels.set(slug, label);
    categories.set(category, categoryLabel);
  }
  return { posts, total: answer.total, suggestion: answer.suggestion };
}

function toFound({ characters, excerpt, ...hit }: SearchHit, isSearch: boolean): FoundPost {
  return {
    ...hit,
    preview: isSearch ? excerpt : preview(excerpt),
    minutes: readingMinutes(characters, 'cards'),
  };
}

async function searchIndex(query: SearchQuery, page: SearchPage): Promise<Found> {
  const posts = await index.search(query, page);
  if (posts.length > 0 || page.startIndex > 0) return { posts };
  return { posts, total: 0, suggestion: await suggestFromIndex(index, query) };
}

/** Counts the posts that a query finds. Throws when neither the index nor the API can tell. */
export async function countPosts(query: SearchQuery, signal: AbortSignal): Promise<number> {
  const counted = await index.count(query).catch(() => undefined);
  return counted ?? (await searchApi({ ...query, startIndex: 0, limit: 1 }, signal)).total ?? 0;
}

/** The label of a tag, or its slug while that isn't loaded. */
export const tagLabel = (slug: string) => tagLabels.get(slug) ?? index.tagLabel(slug) ?? slug;

/** The categories of posts, as far as they have been loaded. */
export const loadedCategories = () => [
  ...Array.from(categories, ([slug, label]) => ({ slug, label })),
  ...index.categories(),
];
