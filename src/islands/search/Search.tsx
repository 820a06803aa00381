import { useCallback, useEffect, useRef, useState } from 'react';
import { withCategories } from '../../lib/search/categories.ts';
import { EVERY_POST, isSameQuery, pathOfQuery, type SearchQuery } from '../../lib/search/query.ts';
import { indexedCategories } from '../../lib/search/search.ts';
import type { Category } from '../../site.config.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { ResultList } from './ResultList.tsx';
import { type Results, useResults } from './useResults.ts';
import { useSearchAddress, type Wanted } from './useSearchAddress.ts';

/** Long enough that not each letter of a fast typist is a search, short enough to feel immediate. */
const TYPING_MS = 150;
const SLOW_MS = 300;

interface Props {
  /** The choices of the category filter. */
  categories: Pick<Category, 'slug' | 'label'>[];
}

/** The search page: filters on the left, results on the right, all of it in the address. */
export function Search({ categories }: Props) {
  const [draft, setDraft] = useState(EVERY_POST);
  const [startIndex, setStartIndex] = useState(0);
  const { results, search, showMore } = useResults();
  const timer = useRef<number>(undefined);
  const current = useRef(EVERY_POST);

  const show = useCallback(
    (query: SearchQuery, from = 0, limit?: number) => {
      clearTimeout(timer.current);
      current.current = query;
      setStartIndex(from);
      showInNavBar(query.searchTerm);
      void search(query, from, limit);
    },
    [search],
  );
  const open = ({ query, startIndex: from, limit }: Wanted) => {
    setDraft(query);
    show(query, from, limit);
  };
  const address = useSearchAddress(open);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (query: SearchQuery) => {
    setDraft(query);
    clearTimeout(timer.current);
    if (isSameQuery(query, current.current)) return;
    timer.current = window.setTimeout(() => {
      address.follow(query);
      show(query);
    }, TYPING_MS);
  };
  const apply = (query: SearchQuery) => {
    setDraft(query);
    address.apply(query);
    if (startIndex > 0 || results.state === 'failed' || !isSameQuery(query, current.current)) {
      show(query);
    }
  };
  const more = async () => {
    await showMore(current.current, startIndex + results.posts.length);
  };
  const { remember } = address;
  const shown = results.shownBefore > 0 ? results.posts.length : 0;
  useEffect(() => {
    if (shown > 0) remember(shown);
  }, [remember, shown]);

  const isSlow = useLate(results.state === 'loading');
  // Then the list says it to those who see, in words of its own.
  const isEmpty = results.query !== null && results.posts.length === 0 && !isSlow;

  return (
    <div className="search-page">
      <aside className="search-side">
        <FilterPanel
          query={draft}
          categories={withCategories(categories, indexedCategories())}
          onChange={change}
          onApply={() => apply(draft)}
        />
      </aside>
      <section aria-labelledby="results-title" className="search-main">
        <h1 id="results-title" className="text-3xl">
          Search Results
        </h1>
        <p role="status" className={isEmpty ? 'sr-only' : 'search-status'}>
          {isSlow ? 'Loading...' : statusOf(results, startIndex)}
        </p>
        {startIndex > 0 && results.state !== 'loading' && (
          <p className="search-status">
            <a className="link" href={pathOfQuery(current.current)}>
              Show them from the first one
            </a>
          </p>
        )}
        <ResultList
          results={results}
          onRetry={() => show(current.current, startIndex)}
          onMore={() => void more()}
          onClear={() => apply(EVERY_POST)}
        />
      </section>
    </div>
  );
}

/** True once `isOn` has been true for a while: what comes at once is not announced as under way. */
function useLate(isOn: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const late = window.setTimeout(() => setIsLate(true), SLOW_MS);
    return () => {
      clearTimeout(late);
      setIsLate(false);
    };
  }, [isOn]);
  return isLate;
}

/** What is announced of the results. */
function statusOf({ state, query, posts, hasMore }: Results, startIndex: number): string {
  if (state === 'failed') return '';
  if (query === null) return 'Loading...';
  if (posts.length === 0) return 'Nothing to show for these filters';
  const count = posts.length === 1 ? '1 post' : `${posts.length} posts`;
  if (startIndex > 0) return `${count}, beginning with number ${startIndex + 1}`;
  return hasMore ? `The first ${count}` : count;
}

/** The search boxes of the navigation bar say what is being shown, unless somebody is typing there. */
function showInNavBar(searchTerm: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(
    '[data-search-form] input[name="searchTerm"]',
  )) {
    if (input !== document.activeElement) input.value = searchTerm;
  }
}
