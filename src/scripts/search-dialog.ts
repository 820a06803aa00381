import { addressOf } from '../../api/contract/addresses.ts';
import type { FoundPost } from '../../api/contract/search.ts';
import { reportMissed } from '../lib/search/missed.ts';
import { type Found, MAX_TERM } from '../lib/search/query.ts';
import { searchRelevant } from '../lib/search/search.ts';
import { termWords } from '../lib/search/words.ts';
import styles from '../styles/search-dialog.css?url';
import { marked, type Words } from './search/marked.ts';

// The search dialog of every page, loaded on first use.

const LIMIT = 8;
/** Letters of fast typing are searched together. */
const TYPING_MS = 20;
const SLOW_MS = 300;

const dialog = document.createElement('dialog');
const input = make('input', 'search-dialog-term');
const status = make('p', 'search-dialog-status');
const list = make('div', 'search-dialog-list');
const all = make('a', 'link search-dialog-all');
let styled: Promise<unknown> | undefined;
let typing: number | undefined;
let running = new AbortController();
let active = -1;

/**
 * Opens the dialog, with the text that was typed until then. The browser returns the focus when
 * it's closed.
 */
export async function openSearch(typed: () => string): Promise<void> {
  styled ??= build();
  await styled;
  if (dialog.open) return;
  dialog.showModal();
  input.select();
  if (typed() === '') return;
  input.value = typed();
  onInput();
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string) {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

function build(): Promise<unknown> {
  dialog.className = 'search-dialog';
  dialog.ariaLabel = 'Search';
  const form = make('form', 'search-dialog-form');
  form.action = '/search';
  form.role = 'search';
  Object.assign(input, {
    name: 'searchTerm',
    placeholder: 'Search posts, tags, authors...',
    autocomplete: 'off',
    enterKeyHint: 'search',
    maxLength: MAX_TERM,
    role: 'combobox',
    ariaLabel: 'Search articles',
    ariaAutoComplete: 'list',
    ariaExpanded: 'false',
  });
  input.setAttribute('aria-controls', 'search-dialog-list');
  const close = make('button', 'icon-btn');
  close.type = 'button';
  close.ariaLabel = 'Close';
  close.textContent = '×';
  close.onclick = () => dialog.close();
  form.append(input, close);
  status.role = 'status';
  list.id = 'search-dialog-list';
  list.role = 'listbox';
  list.ariaLabel = 'Posts';
  all.textContent = 'See all results';
  dialog.append(form, status, list, all);
  input.oninput = onInput;
  input.onkeydown = onKey;
  // A click outside hits the dialog itself.
  dialog.onclick = ({ target }) => {
    if (target === dialog) dialog.close();
  };
  show('', { posts: [] });
  const link = make('link', '');
  link.rel = 'stylesheet';
  link.href = styles;
  const loaded = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  document.body.append(dialog);
  return loaded;
}

function onInput(): void {
  clearTimeout(typing);
  reportMissed('');
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const term = input.value.trim();
  choose(-1);
  all.href = `/search?searchTerm=${encodeURIComponent(term)}`;
  if (term === '') {
    show('', { posts: [] });
    return;
  }
  typing = window.setTimeout(() => void search(term, signal), TYPING_MS);
}

async function search(term: string, signal: AbortSignal): Promise<void> {
  const slow = window.setTimeout(() => {
    if (!signal.aborted) status.textContent = 'Loading...';
  }, SLOW_MS);
  try {
    const found = await searchRelevant(term, LIMIT, signal);
    if (signal.aborted) return;
    show(term, found);
    if (found.posts.length === 0) reportMissed(term);
  } catch {
    if (signal.aborted) return;
    show(term, { posts: [] });
    status.textContent = "Search isn't available right now. Please try again.";
  } finally {
    clearTimeout(slow);
  }
}

function show(term: string, { posts, suggestion, total }: Found): void {
  const words = termWords(term);
  // Keep the choice that was made while these posts were loading.
  const chosen = chosenOption()?.href;
  const options = posts.map((post, index) => option(post, index, words));
  list.replaceChildren(...options);
  choose(options.findIndex(({ href }) => href === chosen));
  input.ariaExpanded = String(posts.length > 0);
  all.hidden = posts.length === 0;
  if (term === '') status.textContent = 'Titles, tags, authors, series and texts.';
  else if (posts.length === 0) status.replaceChildren('No posts found.', ...didYouMean(suggestion));
  else status.textContent = counted(total ?? posts.length, total === undefined);
}

const counted = (count: number, isAtLeast: boolean) =>
  `${isAtLeast ? 'At least ' : ''}${count} ${count === 1 ? 'result' : 'results'}`;

function didYouMean(suggestion: string | undefined): (string | Node)[] {
  if (suggestion === undefined) return [];
  const button = make('button', 'link');
  button.type = 'button';
  button.textContent = suggestion;
  button.onclick = () => {
    input.value = suggestion;
    input.focus();
    onInput();
  };
  return [' Did you mean ', button, '?'];
}

const chosenOption = () => list.children[active] as HTMLAnchorElement | undefined;

function option(post: FoundPost, index: number, words: Words): HTMLAnchorElement {
  const link = make('a', 'search-dialog-option');
  link.id = `search-dialog-${index}`;
  link.role = 'option';
  link.ariaSelected = 'false';
  link.tabIndex = -1;
  link.href = addressOf(post.slug);
  link.onmousemove = () => choose(index);
  const title = make('strong', '');
  title.dir = 'auto';
  title.append(...marked(post.title, words));
  link.append(title);
  const excerpt = make('span', 'search-dialog-excerpt');
  excerpt.dir = 'auto';
  excerpt.append(...marked(post.preview, words));
  const names = [...(post.tags ?? []).map(([, label]) => label), post.series, post.author]
    .filter((name) => name !== undefined)
    .map((name) => marked(name, words))
    .filter((parts) => parts.some((part) => typeof part !== 'string'));
  const note = make('span', 'search-dialog-names');
  note.append(...names.flatMap((parts, at) => (at === 0 ? parts : [' · ', ...parts])));
  if (names.length > 0) link.append(note);
  link.append(excerpt);
  return link;
}

function choose(index: number): void {
  const options = [...list.children] as HTMLElement[];
  options[active]?.setAttribute('aria-selected', 'false');
  active = index;
  const chosen = options[index];
  if (!chosen) {
    input.removeAttribute('aria-activedescendant');
    return;
  }
  chosen.ariaSelected = 'true';
  chosen.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', chosen.id);
}

function onKey(event: KeyboardEvent): void {
  const last = list.childElementCount - 1;
  if (event.isComposing || last < 0) return;
  if (event.key === 'ArrowDown') choose(active === last ? 0 : active + 1);
  else if (event.key === 'ArrowUp') choose(active <= 0 ? last : active - 1);
  else if (event.key === 'Enter' && active >= 0) chosenOption()?.click();
  else return;
  event.preventDefault();
}
