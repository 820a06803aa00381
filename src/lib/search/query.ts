/** The number of posts that a batch of results has (spec: page size 9). */
export const BATCH = 9;

/** What the reader looks for. */
export interface SearchQuery {
  searchTerm: string;
  sort: 'asc' | 'desc';
  /** `uncategorized`: every category. */
  category: string;
}

export const EVERY_POST: SearchQuery = { searchTerm: '', sort: 'desc', category: 'uncategorized' };

/** Longer terms are cut: nobody types them, and an address must stay one. As long as a title may be. */
export const MAX_TERM = 200;

/** The search that the query string of an address, or a form with its names, asks for; whatever is missing or no value gets its default. */
export function queryOf(search: string | URLSearchParams): SearchQuery {
  const values = new URLSearchParams(search);
  return {
    searchTerm: (values.get('searchTerm') ?? '').slice(0, MAX_TERM),
    sort: values.get('sort') === 'asc' ? 'asc' : 'desc',
    category: (values.get('category') ?? '').trim().toLowerCase() || EVERY_POST.category,
  };
}

/** Where the results begin, from an address; 0 when it does not say. */
export function startIndexOf(search: string): number {
  const value = new URLSearchParams(search).get('startIndex') ?? '';
  return /^\d{1,7}$/.test(value) ? Number(value) : 0;
}

/** The address of a search, with its three parameters. */
export function pathOfQuery({ searchTerm, sort, category }: SearchQuery): string {
  return `/search?${new URLSearchParams({ searchTerm, sort, category })}`;
}

/** Do two searches find the same? White space around a term is none of it. */
export function isSameQuery(a: SearchQuery, b: SearchQuery): boolean {
  return (
    a.searchTerm.trim() === b.searchTerm.trim() && a.sort === b.sort && a.category === b.category
  );
}
