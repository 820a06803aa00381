import { useEffect, useState } from 'react';
import { CATEGORY_SLUG } from '../../../api/contract/posts.ts';
import { api } from '../../lib/api.ts';
import { categoryLabel, site } from '../../site.config.ts';

export interface Choice {
  slug: string;
  label: string;
}

const KNOWN: Choice[] = site.categories.map(({ slug, label, editorLabel }) => ({
  slug,
  label: editorLabel ?? label,
}));

/** The owner's categories, then those that posts have besides. */
export function useCategories(): Choice[] {
  const [choices, setChoices] = useState(KNOWN);
  useEffect(() => {
    const abort = new AbortController();
    api.categories({ signal: abort.signal }).then(
      ({ categories }) => setChoices(withOthers(categories)),
      // The owner's own are enough to go on with.
      () => undefined,
    );
    return () => abort.abort();
  }, []);
  return choices;
}

/** The owner's categories and the given ones, each once. */
export function withOthers(slugs: readonly string[]): Choice[] {
  const others = slugs.filter((slug) => slug !== '' && !KNOWN.some((one) => one.slug === slug));
  return [...KNOWN, ...[...new Set(others)].map((slug) => ({ slug, label: categoryLabel(slug) }))];
}

/** What is sent: the category that is shown so, or else the text in lower case with its words joined by "-". */
export function categorySlug(value: string): string {
  const shown = value.trim().toLowerCase();
  const known = KNOWN.find(({ label }) => label.toLowerCase() === shown);
  return known?.slug ?? shown.replace(/\s+/g, '-');
}

/** Why a category cannot be used, or an empty text. The rule is the contract's. */
export function categoryProblem(value: string): string {
  return CATEGORY_SLUG.test(categorySlug(value))
    ? ''
    : 'A category has 1 to 40 letters (a to z), digits or “-”, and begins with a letter or digit.';
}
