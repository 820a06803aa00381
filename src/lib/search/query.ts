import type { FoundPost } from '../../../api/contract/search.ts';

/** Posts in a batch of results (spec: page size 9). */
export const BATCH = 9;

export interface SearchQuery {
  searchTerm: string;
  sort: 'asc' | 'desc';
  /** `uncategorized` means every category. */
  category: string;
  /** The slug of a tag, or empty for all posts. */
  tag: string;
}

/** A part of the results of a search. */
export interface Found {
  posts: FoundPost[];
  /** The number of all matches, if it's known. */
  total?: number;
  /** If nothing matches: the term in another spelling, which has matches. */
  suggestion?: string | undefined;
}

export const EVERY_POST: SearchQuery = {
  searchTerm: '',
  sort: 'desc',
  category: 'uncategorized',
  tag: '',
};

/** In characters, as for titles. Longer terms are cut, so that their URL stays short enough. */
export const MAX_TERM = 200;

/** Reads a query from a query string or a form, with defaults for missing and invalid values. */
export function queryOf(search: string | URLSearchParams): SearchQuery {
  const values = new URLSearchParams(search);
  return {
    searchTerm: (values.get('searchTerm') ?? '').slice(0, MAX_TERM),
    sort: values.get('sort') === 'asc' ? 'asc' : 'desc',
    category: (values.get('category') ?? '').trim().toLowerCase() || EVERY_POST.category,
    tag: (values.get('tag') ?? '').trim().toLowerCase().slice(0, MAX_TERM),
  };
}

/** Returns the position of the first result from a query string; 0 by default. */
export function startIndexOf(search: string): number {
  const value = new URLSearchParams(search).get('startIndex') ?? '';
  return /^\d{1,7}$/.test(value) ? Number(value) : 0;
}

export function pathOfQuery({ searchTerm, sort, category, tag }: SearchQuery): string {
  const values = { searchTerm, sort, category, ...(tag !== '' && { tag }) };
  return `/search?${new URLSearchParams(values)}`;
}

export function isSameQuery(a: SearchQuery, b: SearchQuery): boolean {
  return (
    a.searchTerm.trim() === b.searchTerm.trim() &&
    a.sort === b.sort &&
    a.category === b.category &&
    a.tag === b.tag
  );
}
