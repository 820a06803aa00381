import { useCallback, useEffect, useRef, useState } from 'react';
import { withCategories } from '../../lib/search/categories.ts';
import {
  EVERY_POST,
  isSameQuery,
  pathOfQuery,
  queryOf,
  type SearchQuery,
} from '../../lib/search/query.ts';
import { indexedCategories, lookForChanges } from '../../lib/search/search.ts';
import type { Category } from '../../site.config.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { ResultList } from './ResultList.tsx';
import { statusOf } from './status.ts';
import { useResults } from './useResults.ts';
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
  const { results, search, showMore } = useResults();
  const timer = useRef<number>(undefined);
  const current = useRef({ query: EVERY_POST, from: 0 });
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);

  const show = useCallback(
    (query: SearchQuery, from = 0, limit?: number) => {
      clearTimeout(timer.current);
      current.current = { query, from };
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
    if (isSameQuery(query, current.current.query)) return;
    lookForChanges();
    timer.current = window.setTimeout(() => {
      address.follow(query);
      show(query);
    }, TYPING_MS);
  };
  const takeOver = useRef(() => {
    const typed = typedEarly(form.current);
    if (typed) change({ ...current.current.query, ...typed });
  });
  // After the address was read: it says the rest.
  useEffect(() => takeOver.current(), []);
  const apply = (query: SearchQuery) => {
    setDraft(query);
    address.apply(query);
    show(query);
  };
  /** For buttons that go with what they were pressed for: the focus must not go with them. */
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const { remember } = address;
  const shown = results.shownBefore > 0 ? results.posts.length : 0;
  useEffect(() => {
    if (shown > 0) remember(shown);
  }, [remember, shown]);

  const { state, startIndex } = results;
  const isSlow = useLate(state === 'loading');
  // Then the list says it to those who see, in words of its own.
  const isEmpty = results.query !== null && results.posts.length === 0 && !isSlow;

  return (
    <div className="search-page">
      <aside className="search-side">
        <FilterPanel
          form={form}
          query={draft}
          categories={withCategories(categories, indexedCategories())}
          onChange={change}
          onApply={() => apply(draft)}
        />
      </aside>
      <section aria-labelledby="results-title" className="search-main">
        <h1 id="results-title" ref={heading} tabIndex={-1} className="text-3xl">
          Search Results
        </h1>
        <p role="status" className={isEmpty ? 'sr-only' : 'search-status'}>
          {/* Made anew with each answer, so that one in the same words is announced, too. */}
          <span key={results.answers}>{isSlow ? 'Loading...' : statusOf(results)}</span>
        </p>
        {startIndex > 0 && state !== 'loading' && (
          <p className="search-status">
            <a className="link" href={pathOfQuery(current.current.query)}>
              Show them from the first one
            </a>
          </p>
        )}
        <ResultList
          results={results}
          onRetry={() => {
            show(current.current.query, current.current.from);
            focusHeading();
          }}
          onMore={() => void showMore()}
          onClear={() => {
            apply(EVERY_POST);
            focusHeading();
          }}
        />
      </section>
    </div>
  );
}

/** What a reader has changed in the form before the script was there to see it; null when nothing. */
function typedEarly(form: HTMLFormElement | null): Partial<SearchQuery> | null {
  if (!form) return null;
  const values = Array.from(new FormData(form), ([name, value]) => [name, String(value)]);
  const typed = Object.entries(queryOf(new URLSearchParams(values)));
  const changed = typed.filter(([name, value]) => value !== EVERY_POST[name as keyof SearchQuery]);
  return changed.length > 0 ? Object.fromEntries(changed) : null;
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

/** The search boxes of the navigation bar say what is being shown, unless somebody is typing there. */
function showInNavBar(searchTerm: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(
    '[data-search-form] input[name="searchTerm"]',
  )) {
    if (input !== document.activeElement) input.value = searchTerm;
  }
}
