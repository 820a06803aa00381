import type { FoundPost } from '../../../api/contract/search.ts';
import { EVERY_POST, isSameQuery, pathOfQuery } from '../../lib/search/query.ts';
import { tagLabel } from '../../lib/search/search.ts';
import { termWords } from '../../lib/search/words.ts';
import { one } from '../dom.ts';
import { categoryChoices } from './filters.ts';
import { type Results, resultsStatus } from './results.ts';
import { createRow, fillRow } from './row.ts';

// The results (src/components/SearchResults.astro).

/** Quick changes aren't announced. */
const SLOW_MS = 300;

const section = one(document, '.search-main');
const status = one(section, '[role="status"]');
const first = one(section, '.search-first');
const failed = one(section, '.search-failed');
const none = one(section, '.search-none');
const found = one(section, '.search-results');
const list = one(found, 'ul');
const stuck = one(found, '.search-stuck');
const more = one<HTMLButtonElement>(found, '.search-next');
const end = one(found, '.search-end');

const MORE = more.textContent;
let before: Results | undefined;
let slow: number | undefined;

/** Shows a change of the results. */
export function showResults(results: Results): void {
  const { state, query, posts, startIndex } = results;
  const isFailed = state === 'failed';
  const hasPosts = posts.length > 0;
  first.hidden = isFailed || query !== null;
  failed.hidden = !isFailed;
  none.hidden = isFailed || query === null || hasPosts;
  found.hidden = !hasPosts;
  found.ariaBusy = String(state === 'loading');
  one(section, '.search-from').hidden = startIndex === 0 || state === 'loading';
  if (query && state !== 'loading') {
    one<HTMLAnchorElement>(section, '.search-from a').href = pathOfQuery(query);
  }
  announce(results);
  if (query && !hasPosts) showNone(results);
  if (query && posts !== before?.posts) showPosts(posts, query.searchTerm);
  showEnd(results);
  before = results;
}

function announce(results: Results): void {
  const isLoading = results.state === 'loading';
  if (isLoading && slow === undefined) {
    slow = window.setTimeout(() => say('Loading...'), SLOW_MS);
  }
  if (isLoading) return;
  clearTimeout(slow);
  slow = undefined;
  const text = resultsStatus(results, categoryChoices(), tagLabel);
  const isResponse = results.responses !== before?.responses;
  if (isResponse || status.textContent !== text) say(text);
  // The list has its own text then, so the status is only for screen readers.
  const isEmpty = results.query !== null && results.posts.length === 0;
  status.className = isEmpty ? 'sr-only' : 'search-status';
}

/** A new element announces each response, even one with the same text. */
function say(text: string): void {
  const span = document.createElement('span');
  span.textContent = text;
  status.replaceChildren(span);
  status.className = 'search-status';
}

function showNone({ query, startIndex, suggestion }: Results): void {
  if (!query) return;
  const hasTerm = query.searchTerm.trim() !== '';
  const isSiteEmpty = isSameQuery(query, EVERY_POST) && startIndex === 0;
  one(none, '.search-none-site').hidden = !isSiteEmpty;
  one(none, '.search-none-term').hidden = !hasTerm;
  one(none, 'button').hidden = isSiteEmpty;
  const didYouMean = one(none, '.search-suggestion');
  didYouMean.hidden = suggestion === undefined;
  if (suggestion === undefined) return;
  const link = one<HTMLAnchorElement>(didYouMean, 'a');
  link.textContent = suggestion;
  link.href = pathOfQuery({ ...query, searchTerm: suggestion });
}

/** Rows of posts that stay are kept, with their pictures. */
function showPosts(posts: readonly FoundPost[], searchTerm: string): void {
  const words = termWords(searchTerm);
  const rows = new Map(Array.from(list.children, (row) => [slugOf(row), row as HTMLElement]));
  const shown = new Set(before?.posts);
  const wanted = posts.map((post) => {
    const row = rows.get(post.slug) ?? createRow(post);
    if (!shown.has(post)) fillRow(row, post, words);
    return row;
  });
  const isAdded =
    wanted.length > shown.size && [...list.children].every((row, n) => row === wanted[n]);
  if (isAdded) list.append(...wanted.slice(list.childElementCount));
  else list.replaceChildren(...wanted);
}

const slugOf = (row: Element) => (row as HTMLElement).dataset.slug;

function showEnd({ state, posts, hasMore, shownBefore }: Results): void {
  const wasBusy = before?.state === 'more';
  const isBusy = state === 'more';
  one(found, '.search-more-posts').hidden = !hasMore;
  stuck.hidden = state !== 'stuck';
  if (isBusy !== wasBusy) showBusy(isBusy);
  more.disabled = isBusy || state === 'loading';
  const hasEnded = shownBefore > 0 && posts.length === shownBefore;
  end.hidden = !hasEnded;
  if (!wasBusy || isBusy) return;
  if (hasEnded) end.focus({ preventScroll: true });
  else if (state === 'stuck') more.focus({ preventScroll: true });
  else if (state === 'ready') {
    const added = list.children[shownBefore];
    added?.querySelector<HTMLElement>('.post-row-title a')?.focus({ preventScroll: true });
  }
}

function showBusy(isBusy: boolean): void {
  const spinner = document.createElement('span');
  spinner.className = 'spinner';
  spinner.ariaHidden = 'true';
  more.replaceChildren(...(isBusy ? [spinner, 'Loading...'] : [MORE ?? '']));
}
