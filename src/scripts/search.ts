import {
  BATCH,
  EVERY_POST,
  isSameQuery,
  pathOfQuery,
  type SearchQuery,
} from '../lib/search/query.ts';
import { one } from './dom.ts';
import { followAddress, pushQuery, remember, startScrollPosition } from './search/address.ts';
import { fillForm, showLabels, startFilters } from './search/filters.ts';
import { showResults } from './search/list.ts';
import type { Results } from './search/results.ts';
import { createSearches } from './search/running.ts';

// The search page.

/** Long enough to skip most letters of a fast typist, short enough to feel immediate. */
const TYPING_MS = 150;

const searches = createSearches(show);
const scrollToPosition = startScrollPosition();
let current = { query: EVERY_POST, startIndex: 0 };
let typing: number | undefined;

function search(query: SearchQuery, startIndex = 0, limit = BATCH): void {
  clearTimeout(typing);
  current = { query, startIndex };
  showInNavBar(query.searchTerm);
  void searches.search(query, startIndex, limit);
}

/** Searches soon, when nothing else is typed. */
function change(query: SearchQuery): void {
  clearTimeout(typing);
  if (isSameQuery(query, current.query)) return;
  typing = window.setTimeout(() => {
    history.replaceState(null, '', pathOfQuery(query));
    search(query);
  }, TYPING_MS);
}

/** Searches, with an entry in the history. */
function apply(query: SearchQuery): void {
  fillForm(query);
  pushQuery(query);
  search(query);
}

function show(results: Results): void {
  showLabels();
  showResults(results);
  if (results.query) scrollToPosition();
  // For returning to this history entry.
  if (results.shownBefore > 0) remember({ shown: results.posts.length });
}

/** Copies the search term to the search boxes of the navigation bar, except a focused one. */
function showInNavBar(searchTerm: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(
    '[data-search-form] input[name="searchTerm"]',
  )) {
    if (input !== document.activeElement) input.value = searchTerm;
  }
}

/** Handles a button that disappears when it's pressed. */
function onPress(selector: string, act: (event: Event) => void): void {
  one(document, selector).onclick = (event) => {
    act(event);
    one(document, '#results-title').focus({ preventScroll: true });
  };
}

onPress('.search-failed button', () => search(current.query, current.startIndex));
onPress('.search-none button', () => apply(EVERY_POST));
onPress('.search-suggestion a', (event) => {
  event.preventDefault();
  const { textContent } = event.currentTarget as HTMLElement;
  apply({ ...current.query, searchTerm: textContent ?? '' });
});
one(document, '.search-next').onclick = () => void searches.showMore();
const typed = startFilters({ onChange: change, onApply: apply });
followAddress(({ query, startIndex, limit }) => {
  fillForm(query);
  search(query, startIndex, limit);
});
if (Object.keys(typed).length > 0) {
  const query = { ...current.query, ...typed };
  fillForm(query);
  change(query);
}
