import { useEffect, useState } from 'react';
import { CATEGORY_SLUG } from '../../../api/contract/posts.ts';
import { api } from '../../lib/api.ts';
import { type Category, categoryLabel, site } from '../../site.config.ts';

export type Choice = Pick<Category, 'slug' | 'label'>;

const KNOWN: Choice[] = site.categories.map(({ slug, label, editorLabel }) => ({
  slug,
  label: editorLabel ?? label,
}));

/** Returns the site's categories, followed by others that posts use. */
export function useCategories(): Choice[] {
  const [choices, setChoices] = useState(KNOWN);
  useEffect(() => {
    const abort = new AbortController();
    api.categories({ signal: abort.signal }).then(
      ({ categories }) => setChoices(withOthers(categories)),
      // Without the others, the site's categories still work.
      () => undefined,
    );
    return () => abort.abort();
  }, []);
  return choices;
}

/** Returns the site's categories and the given ones, without duplicates. */
export function withOthers(slugs: readonly string[]): Choice[] {
  const others = slugs.filter((slug) => slug !== '' && !KNOWN.some((one) => one.slug === slug));
  return [...KNOWN, ...[...new Set(others)].map((slug) => ({ slug, label: categoryLabel(slug) }))];
}

/** Returns the slug to store: of the category with this label, or the text in kebab case. */
export function categorySlug(value: string): string {
  const shown = value.trim().toLowerCase();
  const known = KNOWN.find(({ label }) => label.toLowerCase() === shown);
  return known?.slug ?? shown.replace(/\s+/g, '-');
}

/** Returns why a category is invalid, or an empty string. */
export function categoryProblem(value: string): string {
  return CATEGORY_SLUG.test(categorySlug(value))
    ? ''
    : 'A category has 1 to 40 letters (a to z), digits or “-”, and starts with a letter or digit.';
}
