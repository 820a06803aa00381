import { useEffect, useState } from 'react';
import { CATEGORY_SLUG, categorySlug as slugOf } from '../../../api/contract/posts.ts';
import type { Category } from '../../../api/contract/site.ts';
import { call } from '../../lib/api.ts';
import { pageValues } from '../../lib/page-values.ts';

export type Choice = Pick<Category, 'slug' | 'label'>;

/** The site's own categories. */
function known(): Choice[] {
  const { categories } = pageValues();
  return categories.map(({ slug, label, editorLabel }) => ({ slug, label: editorLabel ?? label }));
}

/** Returns the site's categories, followed by others that posts use. */
export function useCategories(): Choice[] {
  const [choices, setChoices] = useState(known);
  useEffect(() => {
    const abort = new AbortController();
    call('GET /api/post/categories', { signal: abort.signal }).then(
      ({ categories }) => setChoices(withOthers(categories)),
      // Without the others, the site's categories still work.
      () => undefined,
    );
    return () => abort.abort();
  }, []);
  return choices;
}

/**
 * Returns the site's categories and the given ones, without duplicates: the first of each stays.
 */
export function withOthers(others: readonly Choice[]): Choice[] {
  const choices = new Map(known().map((choice) => [choice.slug, choice]));
  for (const choice of others) {
    if (choice.slug !== '' && !choices.has(choice.slug)) choices.set(choice.slug, choice);
  }
  return [...choices.values()];
}

/** Returns the label of a category that is among the choices. Other text stays as it was typed. */
export function labelOf(value: string, choices: readonly Choice[]): string {
  return choices.find(({ slug }) => slug === value)?.label ?? value;
}

/** Returns the slug to store: of the category with this label, or the text in kebab case. */
export function categorySlug(value: string): string {
  const shown = value.trim().toLowerCase();
  const chosen = known().find(({ label }) => label.toLowerCase() === shown);
  return chosen?.slug ?? slugOf(value);
}

/** Returns why a category is invalid, or an empty string. */
export function categoryProblem(value: string): string {
  return CATEGORY_SLUG.test(categorySlug(value))
    ? ''
    : 'A category has 1 to 40 letters (a to z), digits or “-”, and starts with a letter or digit.';
}
