import { useEffect, useRef, useState } from 'react';
import { type CategoryChoice, withCategories } from '../../lib/search/categories.ts';
import { EVERY_POST, pathOfQuery } from '../../lib/search/query.ts';
import { loadedCategories, tagLabel } from '../../lib/search/search.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { ResultList } from './ResultList.tsx';
import { resultsStatus } from './results.ts';
import { useSearch } from './useSearch.ts';

const SLOW_MS = 300;

export function Search({ categories }: { categories: CategoryChoice[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { draft, results, change, apply, retry, showMore, current } = useSearch(form);
  const { state, startIndex } = results;
  const isSlow = useDelayed(state === 'loading');
  // The list has its own text then, so the status is only for screen readers.
  const isEmpty = results.query !== null && results.posts.length === 0 && !isSlow;
  // Those of the page, of posts, and the one in the URL.
  const choices = withCategories(categories, [...loadedCategories(), { slug: draft.category }]);
  /** For buttons that disappear when they are pressed. */
  const focusHeading = () => heading.current?.focus({ preventScroll: true });

  return (
    <div className="search-page">
      <h1 id="results-title" ref={heading} tabIndex={-1} className="text-3xl">
        Search Results
      </h1>
      <FilterPanel
        form={form}
        query={draft}
        categories={choices}
        onChange={change}
        onApply={() => apply(draft)}
      />
      <section aria-labelledby="results-title" className="search-main">
        <p role="status" className={isEmpty ? 'sr-only' : 'search-status'}>
          {/* The key announces each response, even one with the same text. */}
          <span key={results.responses}>
            {isSlow ? 'Loading...' : resultsStatus(results, choices, tagLabel)}
          </span>
        </p>
        {startIndex > 0 && state !== 'loading' && (
          <p className="search-status">
            <a className="link" href={pathOfQuery(current)}>
              Start from the first result
            </a>
          </p>
        )}
        <ResultList
          results={results}
          onRetry={() => {
            retry();
            focusHeading();
          }}
          onMore={() => void showMore()}
          onSuggestion={(searchTerm) => {
            apply({ ...current, searchTerm });
            focusHeading();
          }}
          onClear={() => {
            apply(EVERY_POST);
            focusHeading();
          }}
        />
      </section>
    </div>
  );
}

/** Returns `true` once `isOn` has been true for a while, so that quick changes aren't announced. */
function useDelayed(isOn: boolean): boolean {
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    const timer = window.setTimeout(() => setIsDelayed(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsDelayed(false);
    };
  }, [isOn]);
  return isDelayed;
}
