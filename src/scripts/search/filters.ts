import { keepWhole } from '../../islands/ui/keep-whole.ts';
import { type CategoryChoice, withCategories } from '../../lib/search/categories.ts';
import { EVERY_POST, queryOf, type SearchQuery } from '../../lib/search/query.ts';
import { loadedCategories, tagLabel } from '../../lib/search/search.ts';
import { one } from '../dom.ts';

// The form with the filters (src/components/SearchFilters.astro).

const form = one<HTMLFormElement>(document, '.search-panel');
const term = one<HTMLInputElement>(form, '[name="searchTerm"]');
const sort = one<HTMLSelectElement>(form, '[name="sort"]');
const category = one<HTMLSelectElement>(form, '[name="category"]');
const tag = one<HTMLInputElement>(form, '[name="tag"]');
const tagBox = one(form, '.search-tag');
const toggle = one<HTMLButtonElement>(form, '.search-toggle');
const more = one(form, '.search-more');
const ofPage = [...category.options].map(({ value, text }) => ({ slug: value, label: text }));

interface Handlers {
  onChange: (query: SearchQuery) => void;
  onApply: (query: SearchQuery) => void;
}

/** Starts the form. Returns what the reader changed before that, on slow lines. */
export function startFilters({ onChange, onApply }: Handlers): Partial<SearchQuery> {
  const values = Object.entries(formQuery());
  const changed = values.filter(([name, value]) => value !== EVERY_POST[name as keyof SearchQuery]);
  keepWhole(form);
  form.oninput = () => {
    showActive();
    onChange(formQuery());
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    onApply(formQuery());
    setOpen(false);
    // Only if it was inside: on wide screens, this button isn't shown and gets no focus.
    if (document.activeElement?.closest('.search-more')) toggle.focus();
  };
  one<HTMLButtonElement>(tagBox, 'button').onclick = () => {
    const query = { ...formQuery(), tag: '' };
    fillForm(query);
    onChange(query);
    term.focus();
  };
  toggle.onclick = () => setOpen(toggle.ariaExpanded === 'false');
  toggle.disabled = false;
  return Object.fromEntries(changed);
}

function formQuery(): SearchQuery {
  const values = Array.from(new FormData(form), ([name, value]) => [name, String(value)]);
  return queryOf(new URLSearchParams(values));
}

/** Shows a query in the form, and its term in the search boxes of the bar, except a focused one. */
export function fillForm(query: SearchQuery): void {
  if (term.value !== query.searchTerm) term.value = query.searchTerm;
  sort.value = query.sort;
  category.value = query.category;
  if (category.value !== query.category) showCategories(query.category);
  tag.value = query.tag;
  showLabels();
  showActive();
}

/** The categories of the page, of posts, and the given one. */
export const categoryChoices = (selected = category.value): CategoryChoice[] =>
  withCategories(ofPage, [...loadedCategories(), { slug: selected }]);

/** Shows the labels of categories and tags that came with results. */
export function showLabels(): void {
  showCategories(category.value);
  const label = tagLabel(tag.value);
  tagBox.hidden = tag.value === '';
  one(tagBox, 'span').textContent = label;
  one(tagBox, 'button').ariaLabel = `Remove the tag ${label}`;
}

function showCategories(selected: string): void {
  const choices = categoryChoices(selected);
  const shown = [...category.options];
  const isShown = ({ slug, label }: CategoryChoice, index: number) =>
    shown[index]?.value === slug && shown[index].text === label;
  if (choices.length === shown.length && choices.every(isShown)) return;
  category.replaceChildren(
    ...choices.map(({ slug, label }) => new Option(label, slug, false, slug === selected)),
  );
}

/** Shows the number of filters that are folded into the button. */
function showActive(): void {
  const active =
    Number(sort.value !== EVERY_POST.sort) + Number(category.value !== EVERY_POST.category);
  one(toggle, 'span').textContent = active > 0 ? ` (${active})` : '';
}

function setOpen(isOpen: boolean): void {
  toggle.ariaExpanded = String(isOpen);
  more.toggleAttribute('data-open', isOpen);
}
